import type { ScanEntry } from '#src/outbox/entry.ts'

/** A key of the answer that the preview waits for. Confirming starts a new wait. */
export function awaitedAnswerKey(entry: Pick<ScanEntry, 'id' | 'confirmed'>): string {
  return `${entry.id} ${entry.confirmed ? 'claim' : 'identification'}`
}
