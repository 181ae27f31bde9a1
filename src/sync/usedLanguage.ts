import { type Language, languages, languageTags } from '#contract/language.ts'
import { rememberUsedLanguage } from '#src/outbox/notificationChoice.ts'
import { watchScans } from './scanOutbox.ts'

/** Tells the worker the language of this page, for what it says while no page is open. Returns what ends it. */
export function keepUsedLanguage(): () => void {
  let told: Language | null = null
  const tell = () => {
    const lang = languages.find((one) => languageTags[one] === document.documentElement.lang)
    if (lang === undefined || lang === told) return
    told = lang
    // Told again at the next occasion.
    rememberUsedLanguage(lang).catch(() => (told = null))
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
