import { useHydrated } from '@tanstack/react-router'
import type { HTMLAttributes } from 'react'

/**
 * A part that only the document has, for members and the installed app: an inline script or the style shows it before
 * the app has started. The app hydrates the element and does not look into it, and replaces it by the member's own:
 * give `children` to the server alone (`import.meta.env.SSR`), so that visitors need no code of them.
 */
export function EarlyPart({ children, ...rest }: HTMLAttributes<HTMLElement>) {
  const isHydrated = useHydrated()
  if (import.meta.env.SSR) return <div {...rest}>{children}</div>
  return isHydrated ? null : <div {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
