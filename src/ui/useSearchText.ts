import { useEffect, useRef, useState } from 'react'

/** The address follows what is typed once the fingers rest, in milliseconds. */
const rest = 250

/**
 * What stands in a search field whose words the address shares. The field itself knows first: the address has them trimmed, and later,
 * and would take spaces and half-composed characters away from under the fingers.
 *
 * @param q what the address asks for
 * @param onSearch puts words into the address
 */
export function useSearchText(q: string | undefined, onSearch: (text: string) => void) {
  const [text, setText] = useState(q ?? '')
  const asked = useRef(q ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = useRef(onSearch)

  useEffect(() => {
    search.current = onSearch
  })
  // Somebody else has changed the address: a link, the way back.
  useEffect(() => {
    if ((q ?? '') === asked.current) return
    asked.current = q ?? ''
    setText(q ?? '')
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (typed.trim() === asked.current) return
      asked.current = typed.trim()
      search.current(typed)
    }, rest)
  }
  return [text, type] as const
}
