import type { MessageDescriptor } from '@lingui/core'
import type { Language, LocalizedText } from '#contract/language.ts'
import { formatDate, formatDateTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'

/** A line of a table: what it is, and its value, which may have several lines. */
export interface Fact {
  term: string
  value: readonly string[]
  /** To be typed or shown: set apart. */
  isCode?: boolean
}

/** What a mail says between its greeting and its signature; HTML and plain text are made from it. */
export interface MailContent {
  subject: string
  lines: readonly string[]
  facts?: readonly Fact[]
  /** What its one button says. */
  link: string
  /** Why it was sent. */
  after: string
}

/** What a mail is written with: its language, and how dates and editors' texts are said in it. */
export interface Writer {
  language: Language
  say: (message: MessageDescriptor) => string
  dateOf: (moment: Date) => string
  timeOf: (moment: Date) => string
  textOf: (text: LocalizedText) => string
}

/** A writer in a language. */
export function writerIn(language: Language, say: Writer['say']): Writer {
  return {
    language,
    say,
    dateOf: (moment) => formatDate(moment.getTime(), language),
    timeOf: (moment) => formatDateTime(moment.getTime(), language),
    textOf: (text) => localized(text, language),
  }
}

/** A table without the lines that have no value. */
export function factsOf(...lines: readonly [string, string | readonly string[] | null][]): Fact[] {
  return lines.flatMap(([term, value]) => {
    const values = (typeof value === 'string' ? [value] : (value ?? [])).filter((one) => one !== '')
    return values.length === 0 ? [] : [{ term, value: values }]
  })
}
