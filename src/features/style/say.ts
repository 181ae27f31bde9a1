import type { LocalizedText } from '#contract/language.ts'

/** A sample text in the three languages, as the contents would have it. */
export function say(en: string, tc: string, sc: string): LocalizedText {
  return { en, tc, sc }
}
