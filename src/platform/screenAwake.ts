import { useEffect } from 'react'

/**
 * Keeps the screen on while the component is mounted and wants it, where the browser supports it. Browsers release the
 * lock when the app is hidden, so it is requested again when the app is visible.
 */
export function useScreenAwake(isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return undefined
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        const held = await navigator.wakeLock.request('screen')
        if (isOver) await held.release()
        else lock = held
      } catch {
        // Phones in battery saver refuse; the page works anyway.
      }
    }
    void requestLock()
    const requestAgain = () => void requestLock()
    document.addEventListener('visibilitychange', requestAgain)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', requestAgain)
      void lock?.release()
    }
  }, [isWanted])
}
