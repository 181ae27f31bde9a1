import { redirect } from '@tanstack/react-router'

/**
 * For the `beforeLoad` of a page to which the identity provider's page sends an address that was typed there
 * (`…#email=…`): moves it from the address into the history entry.
 */
export function takeTypedEmail({
  location,
}: {
  location: { pathname: string; searchStr: string; hash: string }
}): void {
  const email = new URLSearchParams(location.hash).get('email')
  if (email === null) return
  throw redirect({ href: location.pathname + location.searchStr, state: { loginHint: email }, replace: true })
}
