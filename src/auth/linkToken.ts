import { redirect } from '@tanstack/react-router'

/**
 * For the `beforeLoad` of a page that a mailed link opens (`…#token=…`): moves the token from the address into the history entry, where it
 * outlives a reload, and shows in no history, log or referrer.
 */
export function takeLinkToken({ location }: { location: { pathname: string; searchStr: string; hash: string } }): void {
  const token = new URLSearchParams(location.hash).get('token')
  if (token === null) return
  throw redirect({ href: location.pathname + location.searchStr, state: { linkToken: token }, replace: true })
}
