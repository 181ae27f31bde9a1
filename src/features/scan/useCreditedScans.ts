import { useEffect, useRef } from 'react'
import { useScans } from '#src/sync/scanOutbox.ts'

/** Calls `onCredited` when another of the member's scans is credited while the page is shown. */
export function useCreditedScans(memberId: string, onCredited: () => unknown): void {
  const { status, entries } = useScans(memberId)
  const credited = entries.filter(({ state }) => state === 'credited').length
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (status !== 'ready') return
    if (before.current !== null && credited > before.current) onCredited()
    before.current = credited
  }, [status, credited, onCredited])
}
