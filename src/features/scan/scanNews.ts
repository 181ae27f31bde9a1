import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FlushOutcome } from '#src/outbox/flush.ts'

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
  confirmed: msg`Confirmed. Your points are on their way.`,
  trying: msg`We are trying again.`,
  deleted: msg`Scan deleted.`,
  salvaged: msg`The scan is back in your list. See its status below.`,
  cleared: msg`Unreadable data deleted.`,
  unsaved: msg`We couldn’t save this. Free up space and try again. Your scan hasn’t changed.`,
  gone: msg`This scan has been updated. See below.`,
  sent: msg`Everything has been sent.`,
  waiting: msg`No response yet. Your scans are safe, and we’ll keep trying.`,
  paused: msg`Sign in again to send your scans.`,
  elsewhere: msg`Your scans are already being sent.`,
  storage: msg`Your browser’s storage isn’t responding. Close other Club Bravo tabs and try again.`,
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
