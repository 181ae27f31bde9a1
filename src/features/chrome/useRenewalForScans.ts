import { useEffect } from 'react'
import { renewSession } from '#src/auth/session.ts'
import { usePaused } from '#src/offline/flushTriggers.ts'

/**
 * Where the server no longer takes the token that scans are sent with, renews the sign-in silently: a new one sets the sending going again.
 * Where that needs the person, the pages that show scans ask for it; nobody is taken away from a scan.
 */
export function useRenewalForScans(): void {
  const paused = usePaused()
  useEffect(() => {
    if (paused === 'unauthorized') void renewSession()
  }, [paused])
}
