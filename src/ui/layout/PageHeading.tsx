import { useEffect, useRef, type ReactNode } from 'react'
import { untilHydrated, useHydrationEnd } from '#src/platform/hydration.ts'

/**
 * The browser announces the first page itself, which is the same page when it then shows the member: the focus must
 * only move on later navigations.
 */
let pageWasShown = false

interface PageHeadingProps {
  className?: string | undefined
  /** Hides the whole heading of a prerendered page from members: an empty heading would be announced. */
  'data-visitor'?: true
  children: ReactNode
}

/**
 * The h1. After a navigation it takes the focus, so that the keyboard starts at the top and screen readers announce the
 * new page.
 */
export function PageHeading({ className, children, ...data }: PageHeadingProps) {
  const h1 = useRef<HTMLHeadingElement>(null)
  useHydrationEnd()
  useEffect(() => {
    if (pageWasShown) h1.current?.focus({ preventScroll: true })
    void untilHydrated().then(() => (pageWasShown = true))
  }, [])
  return (
    <h1 ref={h1} tabIndex={-1} className={className} {...data}>
      {children}
    </h1>
  )
}
