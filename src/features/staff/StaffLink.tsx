import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { addressOf, go, useStaffLanguage } from './navigation.ts'

interface StaffLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  page: string
  search?: Readonly<Record<string, string>>
}

/** A link to a page of staff. The browser opens it in a new tab itself. */
export function StaffLink({ page, search, onClick, children, ...rest }: StaffLinkProps) {
  const href = addressOf(useStaffLanguage(), page, search)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(href)
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
