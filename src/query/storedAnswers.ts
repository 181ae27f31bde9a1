/** The key of the persisted answers in localStorage (`persistence.ts`). */
export const answersKey = 'club-bravo.answers'

/** Whether this device has answers of earlier visits. Never throws. */
export function hasStoredAnswers(): boolean {
  try {
    return localStorage.getItem(answersKey) !== null
  } catch {
    return false
  }
}
