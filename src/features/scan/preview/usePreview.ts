import { useEffect, useEffectEvent, useState } from 'react'
import { sendNow, useSendingPause } from '#src/sync/scheduler.ts'
import { useOnline } from '#src/platform/online.ts'
import { scanOutbox } from '#src/sync/scanOutbox.ts'
import { nextCall, type ScanEntry } from '#src/outbox/entry.ts'
import { entriesOf, useChosenScans, type ChosenScans } from '#src/features/scan/useSelectedScans.ts'
import { usePatience } from './useWaits.ts'
import { onwardOf, patience, stageOf, waitOf, type Onward, type PreviewStage } from './previewStage.ts'

/** One scan on the preview and how far it has come. */
export interface PreviewedScan {
  entry: ScanEntry
  stage: PreviewStage
}

/** The scans of a preview, live, and what the member can do with them. */
export interface Preview extends Pick<ChosenScans, 'status' | 'reload'> {
  scans: readonly PreviewedScan[]
  onward: Onward
  /** The member's last wish could not be written to the phone's storage. */
  unsaved: boolean
  confirm: (entries: readonly ScanEntry[]) => Promise<void>
  /** Takes a scan out of the outbox. Resolves to whether it is gone. */
  discard: (entry: ScanEntry) => Promise<boolean>
}

/** Follows the chosen scans of a member through the preview: asks the server at once, and waits no longer than `patience`. */
export function usePreview(memberId: string, ids: readonly string[]): Preview {
  const { status, entries, reload } = useChosenScans(memberId, ids)
  const online = useOnline()
  const paused = useSendingPause()
  const { over, end } = usePatience(entries.map(waitOf), patience)
  const [unsaved, setUnsaved] = useState(false)

  /** Once sending has come to rest, a scan that still needs a call will not get its answer soon: waiting for it is over. */
  const ask = async () => {
    const outcome = await sendNow()
    if (outcome.kind === 'busy') return
    const rows = await entriesOf(memberId, ids)
    end((rows ?? []).filter((row) => nextCall(row) !== null).map(waitOf))
  }
  const askOnce = useEffectEvent(ask)
  useEffect(() => {
    void askOnce()
  }, [])

  const scans = entries.map((entry) => ({
    entry,
    stage: stageOf(entry, !online || paused !== null || over.has(waitOf(entry))),
  }))
  return {
    status,
    reload,
    scans,
    onward: onwardOf(scans),
    unsaved,
    confirm: async (chosen) => {
      const changes = await Promise.all(chosen.map(({ id }) => scanOutbox.confirm(memberId, id)))
      setUnsaved(changes.some(({ kind }) => kind === 'failed'))
      void ask()
    },
    discard: async ({ id }) => {
      const change = await scanOutbox.discard(memberId, id)
      setUnsaved(change.kind === 'failed')
      return change.kind === 'done' || change.kind === 'missing'
    },
  }
}
