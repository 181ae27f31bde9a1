import { useEffect } from 'react'

/**
 * Keeps the screen on while the component is mounted, where the browser supports it. Browsers release the lock when the app is hidden, so
 * it is requested again when the app is visible.
 */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        const held = await navigator.wakeLock.request('screen')
        if (isOver) await held.release()
        else lock = held
      } catch {
        // Phones in battery saver refuse; the card is shown anyway.
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
  }, [])
}
