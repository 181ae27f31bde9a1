import { defaultLanguage, languageTags } from '#contract/language.ts'
const grouped = new Intl.NumberFormat(languageTags[defaultLanguage])

/** A number with thousand separators, as every language of the club writes it. */
export function formatFigure(value: number): string {
  return grouped.format(value)
}

/** How many of something, in English: `1 ticket`, `1,000 tickets`. */
export function counted(value: number, noun: string): string {
  return `${formatFigure(value)} ${noun}${value === 1 ? '' : 's'}`
}
