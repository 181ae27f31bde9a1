import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isHydrating } from '#src/platform/hydration.ts'

interface SearchFormProps {
  label: string
  className?: string | undefined
  /** Takes what was typed and chosen before the app hydrated the fields, which React does not tell. */
  onEarly: (fields: Record<string, unknown>) => void
  children: ReactNode
}

/**
 * A search whose fields stand in the page's address: before the app, and without scripts, the browser sends it there.
 */
export function SearchForm({ label, className, onEarly, children }: SearchFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const early = useRef(onEarly)
  useLayoutEffect(() => {
    if (!isHydrating() || form.current === null) return
    const fields = [...new FormData(form.current)].filter(([, value]) => value !== '')
    if (fields.length > 0) early.current(Object.fromEntries(fields))
  }, [])
  return (
    <search aria-label={label}>
      <form ref={form} className={className} onSubmit={(event) => event.preventDefault()}>
        {children}
      </form>
    </search>
  )
}
