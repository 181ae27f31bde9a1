import { useState } from 'react'
import { sendNow } from '#src/outbox/page/scheduler.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { isInProgress, type ScanEntry } from '#src/outbox/entry.ts'
import type { ChangeOutcome } from '#src/outbox/outbox.ts'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'
import { sendingOutcome, type ActionOutcome } from './actionOutcome.ts'

/** What the member can do with the scans on the list. */
export interface ScanActions {
  /** The outcome of the last one, a new object each time; null before the first. */
  last: { outcome: ActionOutcome } | null
  /** Scans are being sent at the member's request. */
  sending: boolean
  confirm: (entry: ScanEntry) => Promise<void>
  retry: (entry: ScanEntry) => Promise<void>
  /** Retries several, such as all that are stuck. */
  retryAll: (entries: readonly ScanEntry[]) => Promise<void>
  /** Sends a refused scan again, with the code that this device has. */
  resend: (entry: ScanEntry) => Promise<void>
  remove: (entry: ScanEntry) => Promise<void>
  /** Recovers the scan of an unreadable row whose code can still be read. */
  salvage: (row: UnreadableRow) => Promise<void>
  removeUnreadable: (rows: readonly UnreadableRow[]) => Promise<void>
  /** Sends waiting scans now, before their next attempt is due. */
  sendNow: (entries: readonly ScanEntry[]) => Promise<void>
}

/** The actions of the history, and the outcome of the last one. */
export function useScanActions(memberId: string): ScanActions {
  const [last, setLast] = useState<ScanActions['last']>(null)
  const [sending, setSending] = useState(false)

  const report = (change: ChangeOutcome, done: ActionOutcome) => {
    setLast({ outcome: change.kind === 'done' ? done : change.kind === 'failed' ? 'not_saved' : 'outdated' })
  }
  return {
    last,
    sending,
    confirm: async ({ id }) => report(await scanOutbox.confirm(memberId, id), 'confirmed'),
    retry: async ({ id }) => report(await scanOutbox.retry(memberId, id), 'retrying'),
    retryAll: async (entries) => {
      const changes = await Promise.all(entries.map(({ id }) => scanOutbox.retry(memberId, id)))
      setLast({ outcome: changes.some(({ kind }) => kind === 'failed') ? 'not_saved' : 'retrying' })
    },
    resend: async ({ id }) => report(await scanOutbox.replace(memberId, id), 'retrying'),
    remove: async (entry) => {
      const takeOut = isInProgress(entry) ? scanOutbox.discard : scanOutbox.remove
      report(await takeOut(memberId, entry.id), 'deleted')
    },
    salvage: async ({ key }) => report(await scanOutbox.salvage(memberId, key), 'recovered'),
    removeUnreadable: async (rows) => {
      const outcomes = await Promise.all(rows.map(({ key }) => scanOutbox.removeUnreadable(memberId, key)))
      setLast({ outcome: outcomes.some(({ kind }) => kind === 'failed') ? 'not_saved' : 'unreadable_deleted' })
    },
    sendNow: async (entries) => {
      setSending(true)
      await Promise.all(entries.map(({ id }) => scanOutbox.retry(memberId, id)))
      setLast({ outcome: sendingOutcome(await sendNow()) })
      setSending(false)
    },
  }
}
