/**
 * Stands for the app's own origin while an address is judged, so that the judgement does not depend on where it runs.
 */
const ownOrigin = 'https://own.invalid'

/** Where an address leads nowhere else: `/` chooses the language and shows home. */
export const home = '/'

/**
 * Returns `address` where it is a path of this app (`/en/my-scans?x#y`), and home for everything else: other origins in
 * any spelling (`//evil`, `/\evil`, `https:evil`), scripts, values that are no text, and `/login` itself, which would
 * go round in circles.
 *
 * The address is read the way a browser reads it, and what comes out is the browser's own spelling of it.
 */
export function safeReturnTo(address: unknown): string {
  if (typeof address !== 'string' || !address.startsWith('/')) return home
  const url = read(address)
  if (url?.origin !== ownOrigin) return home
  const path = url.pathname + url.search + url.hash
  // `/..//evil` is of this origin, but its path reads as another host the next time that somebody resolves it.
  if (path.startsWith('//') || /^\/login(?:[/?#]|$)/.test(path)) return home
  return path
}

function read(address: string): URL | null {
  try {
    return new URL(address, ownOrigin)
  } catch {
    return null
  }
}
