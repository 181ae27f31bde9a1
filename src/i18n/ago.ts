import { languageTags, type Language } from '#contract/language.ts'

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** For less than a minute; the browsers' own Chinese text for it sounds mechanical. */
const justNow: Record<Language, string> = { en: 'just now', tc: '剛剛', sc: '刚刚' }

/**
 * How long ago a moment was, to the largest whole unit: `5 minutes ago`, `just now` for less than a minute, or for a time in the future.
 */
export function formatAgo(moment: number, now: number, lang: Language): string {
  const words = new Intl.RelativeTimeFormat(languageTags[lang], { numeric: 'auto' })
  const passed = now - moment
  const step = steps.find(({ ms }) => passed >= ms)
  return step ? words.format(-Math.floor(passed / step.ms), step.unit) : justNow[lang]
}
