import { useEffect, useEffectEvent } from 'react'

interface CounterKeys {
  /** Focuses the field, and selects what stands in it. */
  focusField: () => void
  onEscape: () => void
}

const typedInto = 'input, textarea, [contenteditable]'

/** Keys that are a page's own, or press what has the focus. */
const notTyped = new Set([' ', '/', '?'])

/**
 * Whatever is typed on the page goes into its field, also while something else has the focus: a hand scanner types
 * wherever it is, in a list of choices, too, and digits would lead to other pages. Escape is for the next guest.
 */
export function useCounterKeys(keys: CounterKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
    if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open], :popover-open')) return
    if (key === 'Escape') return keys.onEscape()
    if (key.length !== 1 || notTyped.has(key)) return
    if (target instanceof Element && target.matches(typedInto)) return
    // The browser types it where the focus is now; nobody else takes it for a shortcut.
    keys.focusField()
    event.stopPropagation()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
