import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

interface SearchFormProps {
  label: string
  className?: string | undefined
  /** Takes what was typed and chosen before the app was there, which React does not tell. */
  onEarly: (fields: Record<string, unknown>) => void
  children: ReactNode
}

/** The search of the document, which the app takes over or draws anew. */
function earlyForm(): HTMLFormElement | null {
  return typeof document === 'undefined' ? null : document.querySelector('[data-prerendered] search form')
}

/**
 * A search whose fields stand in the page's address: before the app, and without scripts, the browser sends it there.
 */
export function SearchForm({ label, className, onEarly, children }: SearchFormProps) {
  const [form] = useState(earlyForm)
  const takeEarly = useRef(onEarly)
  useLayoutEffect(() => {
    if (form === null) return
    const fields = [...new FormData(form)].filter(([, value]) => value !== '')
    if (fields.length > 0) takeEarly.current(Object.fromEntries(fields))
  }, [form])
  return (
    <search aria-label={label}>
      <form className={className} onSubmit={(event) => event.preventDefault()}>
        {children}
      </form>
    </search>
  )
}
