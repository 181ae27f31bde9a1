import { useEffect } from 'react'

/**
 * Keeps the screen on for as long as the component is drawn, where the browser can. It lets go by itself when the app is put away,
 * and holds on again when it is back.
 */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        const held = await navigator.wakeLock.request('screen')
        if (isOver) await held.release()
        else lock = held
      } catch {
        // A phone that saves its battery refuses; the card is shown all the same.
      }
    }
    void hold()
    const holdAgain = () => void hold()
    document.addEventListener('visibilitychange', holdAgain)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', holdAgain)
      void lock?.release()
    }
  }, [])
}
