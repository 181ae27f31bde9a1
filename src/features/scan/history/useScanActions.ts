import { useState } from 'react'
import { sendNow } from '#src/sync/scheduler.ts'
import { scanOutbox } from '#src/sync/scanOutbox.ts'
import { isWaiting, type ScanEntry } from '#src/outbox/entry.ts'
import type { ChangeOutcome } from '#src/outbox/outbox.ts'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'
import { newsOfSending, type ScanNews } from './actionOutcome.ts'

/** What the member can do with the scans on the list. */
export interface ScanActions {
  /** What came of the last one, a new object each time; null before the first. */
  news: { word: ScanNews } | null
  /** Scans are being sent because the member asked for it. */
  sending: boolean
  confirm: (entry: ScanEntry) => Promise<void>
  retry: (entry: ScanEntry) => Promise<void>
  /** Starts all of them anew, such as the stuck. */
  retryAll: (entries: readonly ScanEntry[]) => Promise<void>
  remove: (entry: ScanEntry) => Promise<void>
  /** Makes a scan again of a row that cannot be read but whose code can. */
  salvage: (row: UnreadableRow) => Promise<void>
  removeUnreadable: (rows: readonly UnreadableRow[]) => Promise<void>
  /** Sends what waits, without regard to when the next try would be due. */
  sendNow: (entries: readonly ScanEntry[]) => Promise<void>
}

/** Carries out what the member asks for, and tells what came of it. */
export function useScanActions(memberId: string): ScanActions {
  const [news, setNews] = useState<ScanActions['news']>(null)
  const [sending, setSending] = useState(false)

  const tell = (change: ChangeOutcome, done: ScanNews) => {
    setNews({ word: change.kind === 'done' ? done : change.kind === 'failed' ? 'unsaved' : 'gone' })
  }
  return {
    news,
    sending,
    confirm: async ({ id }) => tell(await scanOutbox.confirm(memberId, id), 'confirmed'),
    retry: async ({ id }) => tell(await scanOutbox.retry(memberId, id), 'trying'),
    retryAll: async (entries) => {
      const changes = await Promise.all(entries.map(({ id }) => scanOutbox.retry(memberId, id)))
      setNews({ word: changes.some(({ kind }) => kind === 'failed') ? 'unsaved' : 'trying' })
    },
    remove: async (entry) => {
      const takeOut = isWaiting(entry) ? scanOutbox.discard : scanOutbox.remove
      tell(await takeOut(memberId, entry.id), 'deleted')
    },
    salvage: async ({ key }) => tell(await scanOutbox.salvage(memberId, key), 'salvaged'),
    removeUnreadable: async (rows) => {
      const outcomes = await Promise.all(rows.map(({ key }) => scanOutbox.removeUnreadable(memberId, key)))
      setNews({ word: outcomes.some(({ kind }) => kind === 'failed') ? 'unsaved' : 'cleared' })
    },
    sendNow: async (entries) => {
      setSending(true)
      await Promise.all(entries.map(({ id }) => scanOutbox.retry(memberId, id)))
      setNews({ word: newsOfSending(await sendNow()) })
      setSending(false)
    },
  }
}
