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

/** The Hong Kong month of a moment, in milliseconds since 1970: `2026-09`. */
export function monthOf(moment: number): string {
  return inHongKong(moment).format('YYYY-MM')
}

/** Items by the Hong Kong month of their moments (milliseconds since 1970), in the order in which they come. */
export function byMonth<Item>(items: readonly Item[], momentOf: (item: Item) => number): [string, Item[]][] {
  const months = new Map<string, Item[]>()
  for (const item of items) {
    const month = monthOf(momentOf(item))
    months.set(month, [...(months.get(month) ?? []), item])
  }
  return [...months]
}

/** A moment in a month (`2026-09`): its middle is in that month everywhere. */
const middleOf = (month: string) => `${month}-15`

/** A month (`2026-09`): `Sep 2026`, `2026年9月`. */
export function formatYearMonth(month: string, lang: Language): string {
  return formatMonth(middleOf(month), lang)
}

/** The short name of a month (`2026-09`): `Sep`, `9月`. */
export function monthName(month: string, lang: Language): string {
  return dayParts(middleOf(month), lang).month
}

/** The day of the week of a moment in Hong Kong, from 0 for Sunday. */
export function dayOfWeek(moment: string | number): number {
  return inHongKong(moment).day()
}

/** The weekday of a moment in Hong Kong: `Sat`, `六`, `周六`. */
function weekdayOf(moment: string | number, lang: Language): string {
  return languageTable[lang].weekdays.split(' ')[dayOfWeek(moment)] ?? ''
}

/** The Hong Kong day of what takes place (ISO time, or milliseconds since 1970): `Sat 12 Dec`, `12月12日（六）`. */
export function formatDay(moment: string | number, lang: Language, { year = false } = {}): string {
  const { date, isChinese } = languageTable[lang]
  const day = inHongKong(moment).format(year ? date : date.replace(/ ?YYYY年?/, ''))
  const weekday = weekdayOf(moment, lang)
  return isChinese ? `${day}（${weekday}）` : `${weekday} ${day}`
}

/**
 * When something takes place (ISO time, or milliseconds since 1970): `Sat 12 Dec 2026, 20:00`, `2026年12月12日（六）20:00`;
 * without the year where that is plain.
 */
export function formatEventTime(moment: string | number, lang: Language, options = { year: true }): string {
  return eventTimeParts(moment, lang, options).join('')
}

/** The same in two parts, between which a line may break: the day, with what follows it, and the time. */
export function eventTimeParts(moment: string | number, lang: Language, { year }: { year: boolean }): [string, string] {
  const { isChinese, beforeTime } = languageTable[lang]
  return [formatDay(moment, lang, { year }) + (isChinese ? '' : beforeTime), inHongKong(moment).format('HH:mm')]
}

/** The parts of a day in Hong Kong, for a leaf of a calendar: `12`, `Dec`, `Sat`. */
export function dayParts(moment: string | number, lang: Language): { day: string; month: string; weekday: string } {
  const month = languageTable[lang].isChinese ? 'M月' : 'MMM'
  return {
    day: inHongKong(moment).format('D'),
    month: inHongKong(moment).format(month),
    weekday: weekdayOf(moment, lang),
  }
}

/**
 * The Hong Kong date and time of a moment (ISO time, or milliseconds since 1970): `1 Sep 2026, 20:00`, `2026年9月1日
 * 20:00`.
 */
export function formatDateTime(moment: string | number, lang: Language): string {
  const { date, beforeTime } = languageTable[lang]
  return inHongKong(moment).format(`${date}${beforeTime}HH:mm`)
}
