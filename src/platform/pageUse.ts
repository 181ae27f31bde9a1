import { useEffect, useRef } from 'react'

const isInDialog = ({ target }: Event) => target instanceof Element && target.closest('dialog') !== null

/**
 * Tells whether the person has begun to use the page since the component was drawn: has scrolled away from its top,
 * pressed, or typed. What a dialog is answered with does not count, nor a position that the app sets.
 */
export function useIsInUse(): () => boolean {
  const isInUse = useRef(false)
  useEffect(() => {
    const begin = () => {
      isInUse.current = true
    }
    const stop = new AbortController()
    const options = { signal: stop.signal, passive: true, capture: true }
    const lookWhere = () => scrollY > 0 && begin()
    // The document, before the app, may have been scrolled.
    lookWhere()
    document.addEventListener('scroll', (event) => event.target === document && lookWhere(), options)
    // A press from before the app is repeated as a click.
    for (const type of ['pointerdown', 'click', 'keydown'] as const)
      document.addEventListener(type, (event) => isInDialog(event) || begin(), options)
    return () => stop.abort()
  }, [])
  return () => isInUse.current
}
