import { homePath, safeReturnTo } from '#src/auth/returnTo.ts'

/** Where this tab keeps it; signing out deletes it with the rest of the session. */
const key = 'return after joining'

/** Keeps the page from which a guest came to join; null for none. Where the browser keeps nothing, joining ends in the account. */
export function keepReturnPage(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, path)
  } catch {
    // Only the way back is lost.
  }
}

/** The path of this app from which the member came to join; null if there is none. */
export function keptReturnPage(): string | null {
  try {
    const path = safeReturnTo(sessionStorage.getItem(key))
    return path === homePath ? null : path
  } catch {
    return null
  }
}
