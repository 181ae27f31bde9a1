/** The popups of home, in their order. */
export type PopupName = 'reminder' | 'news'

const keyOf = (name: PopupName) => `club-bravo.shown.${name}`
/** For browsers without session storage. */
const shownHere = new Set<PopupName>()

/** Whether a popup was already shown in this session. */
export function wasShown(name: PopupName): boolean {
  try {
    return sessionStorage.getItem(keyOf(name)) !== null
  } catch {
    return shownHere.has(name)
  }
}

/** Remembers for the rest of the session that a popup was shown. */
export function markShown(name: PopupName): void {
  try {
    sessionStorage.setItem(keyOf(name), 'yes')
  } catch {
    shownHere.add(name)
  }
}
