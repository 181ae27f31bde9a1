import { useLanguage } from '#src/i18n/activate.ts'
import { eventTimeParts, formatDate, formatDateTime } from '#src/i18n/dates.ts'
import styles from './DateText.module.css'

interface DateTextProps {
  /** ISO time. */
  moment: string
  /** With the time of day. */
  time?: boolean
}

/** A date in Hong Kong, in the language's format: `1 Sep 2026`, `2026年9月1日`. */
export function DateText({ moment, time = false }: DateTextProps) {
  const lang = useLanguage()
  return (
    <time dateTime={moment} className={styles['date']}>
      {time ? formatDateTime(moment, lang) : formatDate(moment, lang)}
    </time>
  )
}

interface EventTimeProps {
  /** ISO time. */
  moment: string
  /** Without the year, where there is little space. */
  short?: boolean
}

/** When something takes place, in Hong Kong, with its weekday: `Sat 12 Dec 2026, 20:00`, `2026年12月12日（六）20:00`. */
export function EventTime({ moment, short = false }: EventTimeProps) {
  const lang = useLanguage()
  const [day, time] = eventTimeParts(moment, lang, { year: !short })
  return (
    <time dateTime={moment}>
      <span className={styles['day']}>{day.trimEnd()}</span>
      {day.endsWith(' ') && ' '}
      {time}
    </time>
  )
}
