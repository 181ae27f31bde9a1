import { useEffect, useRef, type ReactNode } from 'react'

/** The browser announces the first page itself; the focus must only move on later navigations. */
let pageWasShown = false
let tell = () => {}

/** Settles when the first page is drawn, or taken over from the document, to its last boundary. */
export const firstPageShown = new Promise<void>((resolve) => (tell = resolve))

interface PageHeadingProps {
  className?: string | undefined
  /** Hides the whole heading of a prerendered page from members: an empty heading would be announced. */
  'data-visitor'?: true
  children: ReactNode
}

/**
 * The h1. After a navigation it takes the focus, so that the keyboard starts at the top and screen readers announce the new page.
 */
export function PageHeading({ className, children, ...data }: PageHeadingProps) {
  const h1 = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (pageWasShown) h1.current?.focus({ preventScroll: true })
    pageWasShown = true
    tell()
  }, [])
  return (
    <h1 ref={h1} tabIndex={-1} className={className} {...data}>
      {children}
    </h1>
  )
}
