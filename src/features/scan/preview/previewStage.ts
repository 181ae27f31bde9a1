import { isFinal, type ScanEntry } from '#src/outbox/entry.ts'

/**
 * How far the preview has come with one scan.
 *
 * - reading: the server has been asked what the code is.
 * - to_confirm: the server knows the ticket; the member's word is missing.
 * - kept: no answer in time. The scan is saved on this phone and can be confirmed all the same.
 * - claiming: confirmed, and the server has been asked for the points.
 * - saved: confirmed, and no answer in time. Points follow.
 * - decided: the row is final or stuck.
 */
export type PreviewStage = 'reading' | 'to_confirm' | 'kept' | 'claiming' | 'saved' | 'decided'

/** How long the preview waits for an answer before it goes on without, in milliseconds. */
export const patience = 8000

/** The part of an entry that the preview goes by. */
export type Previewable = Pick<ScanEntry, 'state' | 'confirmed' | 'attempts'>

/** What the preview waits for with an entry; a new wait begins when this changes. */
export function waitOf(entry: Pick<ScanEntry, 'id' | 'confirmed'>): string {
  return `${entry.id} ${entry.confirmed ? 'claiming' : 'reading'}`
}

/**
 * Tells how far the preview has come.
 *
 * @param entry the row of the outbox; a try that failed has left its mark in `attempts`
 * @param unanswered the wait for this entry is over, or there is nothing to wait for (sending pauses until the next sign-in)
 */
export function stageOf(entry: Previewable, unanswered: boolean): PreviewStage {
  if (isFinal(entry) || entry.state === 'stuck') return 'decided'
  if (entry.state === 'scanned' && !entry.confirmed) return 'to_confirm'
  const late = unanswered || entry.attempts > 0
  if (entry.confirmed) return late ? 'saved' : 'claiming'
  return late ? 'kept' : 'reading'
}

/** Where the preview leads: it stays until there is nothing left to confirm or to wait for. */
export type Onward = 'stay' | 'success' | 'failed'

/**
 * Tells where the preview leads once every scan on it has been decided or saved: to the success page where at least one of them
 * brings points or may still do, else to the failure page.
 */
export function onwardOf(scans: readonly { entry: Previewable; stage: PreviewStage }[]): Onward {
  if (scans.length === 0 || scans.some(({ stage }) => stage !== 'decided' && stage !== 'saved')) return 'stay'
  const hopeful = scans.some(({ entry }) => entry.state !== 'refused' && entry.state !== 'stuck')
  return hopeful ? 'success' : 'failed'
}
