import type { MessageDescriptor } from '@lingui/core'
import * as v from 'valibot'
import type { CalendarDate } from '#contract/calendarFile.ts'
import type { Language, LocalizedText } from '#contract/language.ts'
import { formatDate, formatDateTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'

/** A row of a mail's table: what it is, and its value, which may have several lines. */
export interface TableRow {
  term: string
  value: readonly string[]
  /** To be typed or shown: set apart. */
  isCode?: boolean
}

/** What a mail says between its greeting and its signature; HTML and plain text are made from it. */
export interface MailContent {
  subject: string
  /** What the mail brings to be typed, and what it is called: first, and large. */
  code?: { term: string; value: string }
  lines: readonly string[]
  table?: readonly TableRow[]
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

/** A table without the rows that have no value. */
export function tableOf(...rows: readonly [string, string | readonly string[] | null][]): TableRow[] {
  return rows.flatMap(([term, value]) => {
    const values = (typeof value === 'string' ? [value] : (value ?? [])).filter((one) => one !== '')
    return values.length === 0 ? [] : [{ term, value: values }]
  })
}

/** A moment, which is stored in ISO 8601. */
export const Moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)

/** A date for the reader's calendar, with the mail's own link. */
export type MailDate = Omit<CalendarDate, 'url'>

type FactsOf<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>

interface MailEntry<Entries extends v.ObjectEntries> {
  /** When it is sent, for operators. */
  when: string
  /** What happened, as the outbox keeps it. */
  facts: Entries
  /** The page that its button opens: below the reader's language, or with a slash before it, of the whole site. */
  page: string | ((facts: FactsOf<Entries>, language: Language) => string)
  write: (facts: FactsOf<Entries>, writer: Writer) => MailContent
  calendar?: (facts: FactsOf<Entries>, writer: Writer) => MailDate | null
}

/** A kind of mail: what its facts are, and how it is written from facts that were stored. */
export function mail<Entries extends v.ObjectEntries>(entry: MailEntry<Entries>) {
  const { when, page, write, calendar } = entry
  const facts = v.object(entry.facts)
  return {
    when,
    facts,
    /** Null where what was stored are not its facts: another version of the server has stored them. */
    read(stored: unknown, writer: Writer) {
      const parsed = v.safeParse(facts, stored)
      if (!parsed.success) return null
      return {
        content: write(parsed.output, writer),
        page: typeof page === 'string' ? page : page(parsed.output, writer.language),
        date: calendar?.(parsed.output, writer) ?? null,
      }
    },
  }
}
