import type { LocalizedText } from '#contract/language.ts'

/** A sample text in the three languages, in the form of the contents. */
export function sampleText(en: string, tc: string, sc: string): LocalizedText {
  return { en, tc, sc }
}
