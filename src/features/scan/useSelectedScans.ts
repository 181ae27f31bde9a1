import { useCallback, useEffect, useRef, useState } from 'react'
import { scanOutbox } from '#src/sync/scanOutbox.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { chosenIds, scanParameter } from './scanSearch.ts'

/**
 * The chosen scans of a member as they stand now, in the order of the address. Ids that are not among the member's rows are
 * missing. `failed`: this browser's storage did not answer; the entries are the last ones read.
 */
export interface ChosenScans {
  status: 'loading' | 'ready' | 'failed'
  entries: readonly ScanEntry[]
  /** Reads them again. */
  reload: () => void
}

/**
 * Follows chosen scans row by row. Unlike a list that is shared by several pages, this says `ready` only after a reading of its
 * own, so that a scan which was committed a moment ago is never taken for a missing one.
 */
export function useChosenScans(memberId: string, ids: readonly string[]): ChosenScans {
  const [scans, setScans] = useState<Omit<ChosenScans, 'reload'>>({ status: 'loading', entries: [] })
  const reader = useRef(() => {})
  const key = scanParameter(ids)

  useEffect(() => {
    let latest = 0
    const read = async () => {
      const mine = ++latest
      const found = await entriesOf(memberId, chosenIds(key))
      if (mine !== latest) return
      setScans((before) => (found ? { status: 'ready', entries: found } : { ...before, status: 'failed' }))
    }
    reader.current = () => void read()
    reader.current()
    const unsubscribe = scanOutbox.subscribe(reader.current)
    return () => {
      latest = Number.POSITIVE_INFINITY
      unsubscribe()
    }
  }, [memberId, key])

  const reload = useCallback(() => reader.current(), [])
  return { ...scans, reload }
}

/** The rows of some ids that are this member's; null where storage did not answer. */
export async function entriesOf(memberId: string, ids: readonly string[]): Promise<ScanEntry[] | null> {
  try {
    const rows = await Promise.all(ids.map((id) => scanOutbox.get(memberId, id)))
    return rows.filter((row) => row !== null)
  } catch {
    return null
  }
}
