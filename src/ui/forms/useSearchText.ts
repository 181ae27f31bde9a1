import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** How long after the last key the address is updated, in milliseconds. */
const debounceMs = 250

/**
 * The text of a search field that is mirrored in the address. The field keeps its own state: the address is trimmed and
 * debounced, and would remove spaces and half-composed characters while the person types.
 *
 * @param q the search text of the address
 * @param onSearch writes a search text to the address
 * @returns the field's text; what a person types into it; and what it shows without a search, because the address has
 *   it already or is about to
 */
export function useSearchText(q: string | undefined, onSearch: (text: string) => void) {
  const [text, setText] = useState(q ?? '')
  const lastSearched = useRef(q ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = useRef(onSearch)

  useEffect(() => {
    search.current = onSearch
  })
  const show = (shown: string) => {
    clearTimeout(timer.current)
    lastSearched.current = shown
    setText(shown)
  }
  // The address changed from outside, by a link or by going back: what was typed before it is not searched any more.
  const follow = useEffectEvent((searched: string) => {
    if (searched !== lastSearched.current) show(searched)
  })
  useEffect(() => follow(q ?? ''), [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (typed.trim() === lastSearched.current) return
      lastSearched.current = typed.trim()
      search.current(typed)
    }, debounceMs)
  }
  return [text, type, show] as const
}
