import { useCallback, useEffect, useRef, useState } from 'react'
import { scanOutbox, watchScans } from '#src/outbox/page/scanOutbox.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { selectedScanIds, scanSearchValue } from './scanSearch.ts'

/**
 * Selected scans of a member, in the order of the URL. Ids that are not among the member's entries are missing.
 * `failed`: this browser's storage did not answer; the entries are the last ones read. `areGone`: they were here, and
 * are not any more.
 */
export interface SelectedScans {
  status: 'loading' | 'ready' | 'failed'
  entries: readonly ScanEntry[]
  areGone: boolean
  reload: () => void
}

/**
 * Follows selected scans. Unlike a list that several pages share, this is `ready` only after a read of its own, so that
 * a scan committed a moment ago is never taken for a missing one.
 */
export function useSelectedScans(memberId: string, ids: readonly string[]): SelectedScans {
  const [scans, setScans] = useState<Omit<SelectedScans, 'reload'>>({
    status: 'loading',
    entries: [],
    areGone: false,
  })
  const readNow = useRef(() => {})
  const key = scanSearchValue(ids)

  useEffect(() => {
    let latest = 0
    let wereHere = false
    const read = async () => {
      const mine = ++latest
      const found = await readEntries(memberId, selectedScanIds(key))
      if (mine !== latest) return
      if (!found) return setScans((before) => ({ ...before, status: 'failed' }))
      wereHere ||= found.length > 0
      setScans({ status: 'ready', entries: found, areGone: wereHere && found.length === 0 })
    }
    readNow.current = () => void read()
    readNow.current()
    const unsubscribe = watchScans(readNow.current)
    return () => {
      latest = Number.POSITIVE_INFINITY
      unsubscribe()
    }
  }, [memberId, key])

  const reload = useCallback(() => readNow.current(), [])
  return { ...scans, reload }
}

/** The member's entries of some ids; null if storage did not answer. */
export async function readEntries(memberId: string, ids: readonly string[]): Promise<ScanEntry[] | null> {
  try {
    const rows = await Promise.all(ids.map((id) => scanOutbox.get(memberId, id)))
    return rows.filter((row) => row !== null)
  } catch {
    return null
  }
}
