import { useSyncExternalStore } from 'react'
import { defaultLanguage, type Language, parseLanguage } from '#contract/language.ts'

/** Where somebody is in the pages of staff: `/staff/en/parcels?state=packed`. */
export interface Address {
  lang: Language
  /** The name in the path; empty on the way to one. */
  page: string
  search: URLSearchParams
}

/** The address of a page of staff. */
export function addressOf(lang: Language, page: string, search: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search).toString()
  return `/staff/${lang}/${page}${query === '' ? '' : `?${query}`}`
}

const changed = new EventTarget()

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  changed.addEventListener('change', listener)
  return () => {
    removeEventListener('popstate', listener)
    changed.removeEventListener('change', listener)
  }
}

const here = () => location.pathname + location.search

/** Goes to a page of staff. `replaces`: a filter, say, which is no step back. */
export function go(href: string, { replaces = false } = {}): void {
  if (href !== here()) history[replaces ? 'replaceState' : 'pushState'](null, '', href)
  changed.dispatchEvent(new Event('change'))
}

function readAddress(href: string): Address {
  const [path = '', query = ''] = href.split('?')
  const [, , lang, page = ''] = path.split('/')
  return { lang: parseLanguage(lang) ?? defaultLanguage, page, search: new URLSearchParams(query) }
}

/** Where somebody is; the component renders again when that changes. */
export function useAddress(): Address {
  return readAddress(useSyncExternalStore(subscribe, here))
}

/** The language of the pages. */
export function useStaffLanguage(): Language {
  return useAddress().lang
}
