/** The Web Lock that a tab shares while it scans, so that other tabs know. */
const lockName = 'club-bravo-scan-in-progress'

/** Tells other tabs that a scan is going on here, until the returned function is called. */
export function holdScanLock(): () => void {
  if (!('locks' in navigator)) return () => undefined
  const abort = new AbortController()
  let end: (() => void) | undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  navigator.locks
    .request(lockName, { mode: 'shared', signal: abort.signal }, () => ended)
    .catch((error: unknown) => {
      if (!abort.signal.aborted) throw error
    })
  return () => {
    abort.abort()
    end?.()
  }
}

/**
 * Runs `action` unless a scan is going on in some tab.
 *
 * @returns whether it ran
 */
export async function unlessScanning(action: () => void): Promise<boolean> {
  return await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
    if (lock) action()
    return lock !== null
  })
}
