import { languageTable, type Language } from '#contract/language.ts'

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/**
 * How long ago a moment was, to the largest whole unit: `5 minutes ago`, `just now` for less than a minute, or for a
 * time in the future.
 */
export function formatAgo(moment: number, now: number, lang: Language): string {
  const { tag, justNow } = languageTable[lang]
  const words = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const passed = now - moment
  const step = steps.find(({ ms }) => passed >= ms)
  return step ? words.format(-Math.floor(passed / step.ms), step.unit) : justNow
}
