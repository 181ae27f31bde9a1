/** The Web Lock that a tab shares while it scans. */
const lockName = 'club-bravo-scan-in-progress'

/** Holds the shared lock while a scan is in progress. Returns its release. */
export function holdScanLock(): () => void {
  if (!('locks' in navigator)) return () => undefined
  const abort = new AbortController()
  let release: (() => void) | undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks
    .request(lockName, { mode: 'shared', signal: abort.signal }, () => released)
    .catch((error: unknown) => {
      if (!abort.signal.aborted) throw error
    })
  return () => {
    abort.abort()
    release?.()
  }
}

/** Runs `action` unless a scan is in progress in some tab. Resolves to whether it ran. */
export async function runUnlessScanning(action: () => void): Promise<boolean> {
  return await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
    if (lock) action()
    return lock !== null
  })
}

/** Runs `action` once no tab is scanning. */
export async function runAfterScans(action: () => void): Promise<void> {
  await navigator.locks.request(lockName, action)
}
