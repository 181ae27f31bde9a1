import { redirect } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of a mailed link, which leaves the address at once: addresses end up in histories and logs. */
    linkToken?: string
    /** For `/login` and a forgotten password: the email address that the person has already typed. */
    loginHint?: string
  }
}

/** The token of a hash `#token=…`; null if there is none. */
function namedToken(hash: string): string | null {
  return new URLSearchParams(hash).get('token')
}

/**
 * The token of a hash `#token=…`, or else the whole hash, for pages whose links may have nothing but the token there.
 *
 * @param isAnchor whether the hash names a part of the page, as the link to its content does
 */
export function namedOrBareToken(hash: string, isAnchor: (hash: string) => boolean): string | null {
  const named = namedToken(hash)
  if (named !== null || hash === '' || isAnchor(hash)) return named
  return hash
}

/**
 * For the `beforeLoad` of a page that a mailed link opens (`…#token=…`): moves the token from the address into the
 * history entry, where it outlives a reload, and shows in no history, log or referrer.
 */
export function takeLinkToken(
  { location }: { location: { pathname: string; searchStr: string; hash: string } },
  tokenIn: (hash: string) => string | null = namedToken,
): void {
  const token = tokenIn(location.hash)
  if (token === null) return
  throw redirect({ href: location.pathname + location.searchStr, state: { linkToken: token }, replace: true })
}

/**
 * The hash that hands the token of a link on to another page: `#token=…`. Links of the router take it without the `#`.
 */
export function tokenHash(token: string): string {
  return `token=${encodeURIComponent(token)}`
}

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
