import { pageOfPath } from '#src/i18n/language.ts'
import { homePath, safeReturnTo } from '#src/session/returnTo.ts'
import { readTab, removeFromTab, writeTab } from '#src/platform/tabStorage.ts'

/** Where this tab keeps it; signing out deletes it with the rest of the session. */
const key = 'club-bravo.registration-return'

/** The pages of a ticket that joining has credited: there is nothing to go back to. */
const ticketPages = new Set(['add-ticket', 'scan-preview'])

/**
 * Keeps the page from which a visitor came to join; null for none. Where the browser keeps nothing, joining ends in the
 * account.
 */
export function storeReturnPage(path: string | null): void {
  if (path === null) removeFromTab(key)
  else writeTab(key, path)
}

/** The path of this app from which the member came to join; null if there is none. */
export function storedReturnPage(): string | null {
  const path = safeReturnTo(readTab(key))
  return path === homePath || ticketPages.has(pageOfPath(path.replace(/[?#].*/, ''))) ? null : path
}
