/**
 * Stands in for the app's own origin while an address is validated, so that the result does not depend on where the
 * code runs.
 */
const ownOrigin = 'https://own.invalid'

/** The fallback: `/` chooses the language and shows home. */
export const homePath = '/'

/**
 * Returns `address` if it is a path of this app (`/en/my-scans?x#y`), and home for everything else: other origins in
 * any spelling (`//evil`, `/\evil`, `https:evil`), scripts, values that are not strings, and `/login` itself, which
 * would be a redirect loop.
 *
 * The address is parsed as a browser parses it, and returned in the browser's normalised spelling.
 */
export function safeReturnTo(address: unknown): string {
  if (typeof address !== 'string' || !address.startsWith('/')) return homePath
  const url = read(address)
  if (url?.origin !== ownOrigin) return homePath
  const path = url.pathname + url.search + url.hash
  // `/..//evil` is of this origin, but its path would be read as another host when it is resolved again.
  if (path.startsWith('//') || /^\/login(?:[/?#]|$)/.test(path)) return homePath
  return path
}

function read(address: string): URL | null {
  try {
    return new URL(address, ownOrigin)
  } catch {
    return null
  }
}
