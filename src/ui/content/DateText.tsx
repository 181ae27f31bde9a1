import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate, formatDateTime } from '#src/i18n/dates.ts'

interface DateTextProps {
  /** ISO time. */
  moment: string
  /** With the time of day. */
  time?: boolean
}

/** A date in Hong Kong, in the language's format: `1 Sep 2026`, `2026年9月1日`. */
export function DateText({ moment, time = false }: DateTextProps) {
  const lang = useLanguage()
  return <time dateTime={moment}>{time ? formatDateTime(moment, lang) : formatDate(moment, lang)}</time>
}
