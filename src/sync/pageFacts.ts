import { type Language, languages, languageTags } from '#contract/language.ts'
import { rememberPage } from '#src/outbox/whileClosed.ts'
import { watchScans } from './scanOutbox.ts'

/** Tells the worker what it needs to know of this page while none is open. Returns what ends it. */
export function keepPageFacts(): () => void {
  let reported: Language | null = null
  const report = () => {
    const lang = languages.find((one) => languageTags[one] === document.documentElement.lang)
    if (lang === undefined || lang === reported) return
    reported = lang
    const isInstalled = matchMedia('(display-mode: standalone)').matches
    // Reported again at the next occasion.
    rememberPage({ lang, isInstalled }).catch(() => (reported = null))
  }
  const events = new AbortController()
  const unwatch = watchScans(report)
  // Also when the page is left.
  document.addEventListener('visibilitychange', report, { signal: events.signal })
  return () => {
    events.abort()
    unwatch()
  }
}
