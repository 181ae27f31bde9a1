import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { type Language, languageTable } from '#contract/language.ts'

dayjs.extend(utc)

/**
 * Minutes. Every time is shown in Hong Kong's time zone, wherever the phone is. The offset has been the same since
 * 1979, before the club's first date; by `Intl`, the browser would load its whole time zone data before the first page
 * can be used.
 */
const offset = 8 * 60

function inHongKong(moment: string | number): dayjs.Dayjs {
  return dayjs(moment).utcOffset(offset)
}

/** The Hong Kong date of a moment (ISO time, or milliseconds since 1970): `1 Sep 2026`, `2026年9月1日`. */
export function formatDate(moment: string | number, lang: Language): string {
  return inHongKong(moment).format(languageTable[lang].date)
}

/** The Hong Kong month of a moment (ISO time, or milliseconds since 1970): `Sep 2026`, `2026年9月`. */
export function formatMonth(moment: string | number, lang: Language): string {
  return inHongKong(moment).format(languageTable[lang].month)
}

/**
 * The Hong Kong date and time of a moment (ISO time, or milliseconds since 1970): `1 Sep 2026, 20:00`, `2026年9月1日
 * 20:00`.
 */
export function formatDateTime(moment: string | number, lang: Language): string {
  const { date, beforeTime } = languageTable[lang]
  return inHongKong(moment).format(`${date}${beforeTime}HH:mm`)
}
