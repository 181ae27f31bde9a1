import { type Language, languages, languageTags } from '#contract/language.ts'
import { rememberPage } from '#src/outbox/whileClosed.ts'
import { watchScans } from './scanOutbox.ts'

/** Tells the worker what it needs to know of this page while none is open. Returns what ends it. */
export function keepPageFacts(): () => void {
  let told: Language | null = null
  const tell = () => {
    const lang = languages.find((one) => languageTags[one] === document.documentElement.lang)
    if (lang === undefined || lang === told) return
    told = lang
    const isInstalled = matchMedia('(display-mode: standalone)').matches
    // Told again at the next occasion.
    rememberPage({ lang, isInstalled }).catch(() => (told = null))
  }
  const events = new AbortController()
  const unwatch = watchScans(tell)
  // Also when the page is left.
  document.addEventListener('visibilitychange', tell, { signal: events.signal })
  return () => {
    events.abort()
    unwatch()
  }
}
