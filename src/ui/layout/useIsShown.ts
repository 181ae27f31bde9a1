import { useEffect, useRef } from 'react'

/** Tells whether the component is still on the page, such as after a wait. */
export function useIsShown(): () => boolean {
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return () => shown.current
}
