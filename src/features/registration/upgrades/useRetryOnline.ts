import { useEffect, useEffectEvent } from 'react'

/** Tries again whenever the browser believes to have a network, as long as something waits for one. */
export function useRetryOnline(isWaiting: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isWaiting) return undefined
    const listen = () => onOnline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [isWaiting])
}
