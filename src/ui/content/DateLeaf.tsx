import { useLanguage } from '#src/i18n/activate.ts'
import { dayParts } from '#src/i18n/dates.ts'
import styles from './DateLeaf.module.css'

/** A day as a leaf of a calendar, for the eye alone: the date stands in words beside it. */
export function DateLeaf({ moment }: { moment: string }) {
  const { day, month, weekday } = dayParts(moment, useLanguage())
  return (
    <span className={styles['leaf']} aria-hidden="true">
      <span className={styles['month']}>{month}</span>
      <span className={styles['day']}>{day}</span>
      <span className={styles['weekday']}>{weekday}</span>
    </span>
  )
}
