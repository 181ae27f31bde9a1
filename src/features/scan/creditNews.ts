import { useEffect, useEffectEvent, useRef } from 'react'
import { useScans } from '#src/offline/scanOutbox.ts'

/**
 * Calls `onCredited` whenever a scan of the member turns into points while the app is open, whichever tab or worker has sent it:
 * what is shown of the member's points is old from then on.
 */
export function useCreditNews(memberId: string | null, onCredited: () => void): void {
  const { status, entries } = useScans(memberId)
  const credited = entries.filter(({ state }) => state === 'credited').length
  const known = useRef<{ memberId: string | null; credited: number } | null>(null)
  const tell = useEffectEvent(onCredited)

  useEffect(() => {
    if (status !== 'ready') return
    const before = known.current
    known.current = { memberId, credited }
    if (before?.memberId === memberId && before.credited < credited) tell()
  }, [status, memberId, credited])
}
