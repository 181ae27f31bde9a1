import { useHydrated } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'

interface EarlyPartProps extends ComponentProps<'div'> {
  /** Stays once the page is hydrated, until the app no longer draws it. */
  stays?: boolean
}

/**
 * A part that only the document has: what an inline script or the style shows of members, and of the installed app,
 * before the app has started; and what the app draws itself once it is near. The app hydrates the element and does not
 * look into it: give `children` to the server alone (`import.meta.env.SSR`), so that the app needs no code of them.
 */
export function EarlyPart({ children, stays = false, ...rest }: EarlyPartProps) {
  const isHydrated = useHydrated()
  // Where a document could not be hydrated, React draws this anew, and there is nothing to keep.
  const [isKept] = useState(!isHydrated)
  if (import.meta.env.SSR) return <div {...rest}>{children}</div>
  if (!isKept || (isHydrated && !stays)) return null
  return <div {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
