import { useEffect, useRef } from 'react'

/**
 * What keys do on a page, by the key that a keyboard of any layout gives; `mod+k` is K with Ctrl, or with ⌘.
 */
export type Keys = Readonly<Record<string, () => void>>

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/**
 * Listens for keys. Single ones do nothing while somebody types, and none does anything in a dialog: there, keys are
 * the dialog's own. Words of other programs, such as a screen reader's, are never taken: those are off while a control
 * is focused.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing || document.querySelector('dialog[open]')) return
      const isModified = event.ctrlKey || event.metaKey
      if (!isModified && isTyping(event.target)) return
      const act = latest.current[`${isModified ? 'mod+' : ''}${event.key.toLowerCase()}`]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
