import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is on the page: for what comes after somebody may have left it. */
export function useIsHere(): Readonly<RefObject<boolean>> {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
