import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FlushOutcome } from '#src/outbox/sender.ts'

/** What came of something that the member did with a scan on the list. */
export type ScanNews =
  | 'confirmed'
  | 'trying'
  | 'deleted'
  | 'salvaged'
  | 'cleared'
  | 'unsaved'
  | 'gone'
  | 'sent'
  | 'waiting'
  | 'paused'
  | 'elsewhere'
  | 'storage'

export const newsWords: Record<ScanNews, MessageDescriptor> = {
  confirmed: msg`Confirmed. The points are on their way.`,
  trying: msg`We are trying again.`,
  deleted: msg`The scan is deleted.`,
  salvaged: msg`The scan is in your list again. Look at its state below.`,
  cleared: msg`What could not be read is deleted.`,
  unsaved: msg`The storage of this phone did not take that. Free some space and try again; your scan is as it was.`,
  gone: msg`This scan has come further meanwhile. Look at its state below.`,
  sent: msg`Everything has been sent.`,
  waiting: msg`No answer yet. Your scans are safe, and we keep trying by ourselves.`,
  paused: msg`Sign in again, then your scans are sent.`,
  elsewhere: msg`Your scans are being sent already.`,
  storage: msg`The storage of this browser does not answer. Close other tabs of Club Bravo and try again.`,
}

/** What to say after the member has asked to send what waits. */
export function newsOfSending(outcome: FlushOutcome): ScanNews {
  switch (outcome.kind) {
    case 'idle':
      return outcome.nextAttemptAt === null ? 'sent' : 'waiting'
    case 'paused':
      return 'paused'
    case 'busy':
      return 'elsewhere'
    case 'failed':
      return 'storage'
  }
}

const aboutWaiting: ReadonlySet<ScanNews> = new Set(['waiting', 'paused', 'elsewhere'])

/** What there is to say by now: words about scans that wait are old once nothing waits any more. */
export function newsByNow(news: { word: ScanNews } | null, waitingCount: number): ScanNews | null {
  if (!news) return null
  return waitingCount === 0 && aboutWaiting.has(news.word) ? 'sent' : news.word
}
