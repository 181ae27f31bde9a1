import { useEffect, useRef, useState } from 'react'

/** How long after the last key the address is updated, in milliseconds. */
const debounceMs = 250

/**
 * The text of a search field that is mirrored in the address. The field keeps its own state: the address is trimmed and
 * debounced, and would remove spaces and half-composed characters while the person types.
 *
 * @param q the search text of the address
 * @param onSearch writes a search text to the address
 */
export function useSearchText(q: string | undefined, onSearch: (text: string) => void) {
  const [text, setText] = useState(q ?? '')
  const lastSearched = useRef(q ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = useRef(onSearch)

  useEffect(() => {
    search.current = onSearch
  })
  // The address changed from outside: by a link, or by going back.
  useEffect(() => {
    if ((q ?? '') === lastSearched.current) return
    lastSearched.current = q ?? ''
    setText(q ?? '')
  }, [q])
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
  return [text, type] as const
}
