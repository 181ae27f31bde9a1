import { useHydrated } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

interface EarlyPartProps extends ComponentProps<'div'> {
  /** Whether the app has drawn its own; by default as soon as the page is hydrated. */
  isOver?: boolean
}

/**
 * A part that only the document has: what an inline script or the style shows of members, and of the installed app,
 * before the app has started; and what the app draws itself once it is near. The app hydrates the element and does not
 * look into it: give `children` to the server alone (`import.meta.env.SSR`), so that the app needs no code of them.
 */
export function EarlyPart({ children, isOver, ...rest }: EarlyPartProps) {
  const isHydrated = useHydrated()
  if (import.meta.env.SSR) return <div {...rest}>{children}</div>
  if (isOver ?? isHydrated) return null
  return <div {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
