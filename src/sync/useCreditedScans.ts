import { useEffect, useRef } from 'react'
import { useScans } from './scanOutbox.ts'

/**
 * Calls `onCredited` when another of the member's scans is credited while the page is shown, and at first if one was
 * after `knownAt`.
 *
 * @param knownAt when the server told the page's points, in milliseconds since 1970; 0 while it has not
 */
export function useCreditedScans(memberId: string, knownAt: number, onCredited: () => unknown): void {
  const { status, entries } = useScans(memberId)
  const credited = entries.filter(({ state }) => state === 'credited')
  const latest = Math.max(0, ...credited.map(({ settledAt }) => settledAt ?? 0))
  const count = credited.length
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (status !== 'ready' || knownAt === 0) return
    const isNew = before.current === null ? latest > knownAt : count > before.current
    before.current = count
    if (isNew) onCredited()
  }, [status, count, latest, knownAt, onCredited])
}
