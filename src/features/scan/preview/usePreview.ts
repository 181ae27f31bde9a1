import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StaticContents } from '#contract/content.ts'
import { needsSending, type ScanEntry } from '#src/outbox/entry.ts'
import { useOnline } from '#src/platform/online.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { sendNow } from '#src/outbox/page/scheduler.ts'
import { type OutcomePage, outcomePageOf } from '#src/features/scan/status/statusPhase.ts'
import { type DisplayedScan, onceRead, useDisplayedScans } from '#src/features/scan/useDisplayedScans.ts'
import { readEntries, type SelectedScans, useSelectedScans } from '#src/features/scan/useSelectedScans.ts'
import { awaitedAnswerKey } from './awaitedAnswer.ts'

/** How long the preview waits for the server's answer before it continues without it, in milliseconds. */
const answerTimeoutMs = 8000

/** The scans of a preview, live, and what the member can do with them. */
export interface Preview extends Pick<SelectedScans, 'status' | 'reload'> {
  scans: readonly DisplayedScan[]
  /** The page that the scans now belong on. */
  page: OutcomePage
  /** The last change could not be written to this device's storage. */
  changeFailed: boolean
  confirm: (entries: readonly ScanEntry[]) => Promise<void>
  /** Removes a scan from the outbox. Resolves to whether it is gone. */
  discard: (entry: ScanEntry) => Promise<boolean>
}

/**
 * Follows selected scans through the preview: sends at once, and waits for each answer no longer than
 * `answerTimeoutMs`. Loads until their codes are read, so that no ticket comes later and moves the buttons.
 */
export function usePreview(memberId: string, ids: readonly string[], contents: StaticContents | undefined): Preview {
  const { status, entries, reload } = useSelectedScans(memberId, ids)
  const online = useOnline()
  const { ended, end } = useWaits(entries.map(awaitedAnswerKey), answerTimeoutMs)
  const [changeFailed, setChangeFailed] = useState(false)

  /** Once a run of the sender has finished, scans that still need a call get no answer soon: their wait ends. */
  const send = async () => {
    const outcome = await sendNow()
    if (outcome.kind === 'busy') return
    const left = await readEntries(memberId, ids)
    end((left ?? []).filter(needsSending).map(awaitedAnswerKey))
  }
  const sendOnce = useEffectEvent(send)
  useEffect(() => {
    void sendOnce()
  }, [])

  const awaitsAnswer = (entry: ScanEntry) => online && !ended.has(awaitedAnswerKey(entry))
  const read = onceRead(status, useDisplayedScans(entries, { contents, user: undefined }, awaitsAnswer))
  return {
    ...read,
    reload,
    page: outcomePageOf(read.scans.map((scan) => scan.status)),
    changeFailed,
    confirm: async (chosen) => {
      const changes = await Promise.all(chosen.map(({ id }) => scanOutbox.confirm(memberId, id)))
      setChangeFailed(changes.some(({ kind }) => kind === 'failed'))
      void send()
    },
    discard: async ({ id }) => {
      const change = await scanOutbox.discard(memberId, id)
      setChangeFailed(change.kind === 'failed')
      return change.kind === 'done' || change.kind === 'missing'
    },
  }
}

/** Several waits at once. */
interface Waits {
  /** The names of the waits that are over. */
  ended: ReadonlySet<string>
  /** Ends waits early: no answer will come. */
  end: (names: readonly string[]) => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Times several waits at once, with timers rather than the clock, which may be wrong or jump.
 *
 * @param names the names of the waits; each begins when its name first appears
 * @param timeoutMs how long a wait lasts, in milliseconds
 */
function useWaits(names: readonly string[], timeoutMs: number): Waits {
  const [ended, setEnded] = useState(none)
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const end = useCallback((over: readonly string[]) => {
    if (over.length > 0) setEnded((before) => new Set([...before, ...over]))
  }, [])

  useEffect(() => {
    for (const name of names) {
      if (timers.current.has(name)) continue
      timers.current.set(
        name,
        setTimeout(() => end([name]), timeoutMs),
      )
    }
  }, [names, timeoutMs, end])

  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
      running.clear()
    }
  }, [])

  return { ended, end }
}
