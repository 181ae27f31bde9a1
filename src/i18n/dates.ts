import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { languageTags, type Language } from '#contract/language.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

/** Every time of the club is Hong Kong's, wherever the phone is. */
const zone = 'Asia/Hong_Kong'

const dateFormats: Record<Language, string> = { en: 'D MMM YYYY', tc: 'YYYY年M月D日', sc: 'YYYY年M月D日' }

/** Parsed first, then moved: `dayjs.tz(text, zone)` would ignore the offset that the text states. */
function inHongKong(moment: string | number): dayjs.Dayjs {
  return dayjs(moment).tz(zone)
}

/** The Hong Kong date of a moment (ISO time, or milliseconds since 1970): `1 Sep 2026`, `2026年9月1日`. */
export function formatDate(moment: string | number, lang: Language): string {
  return inHongKong(moment).format(dateFormats[lang])
}

/** The Hong Kong date and time of a moment (ISO time, or milliseconds since 1970): `1 Sep 2026, 20:00`, `2026年9月1日 20:00`. */
export function formatDateTime(moment: string | number, lang: Language): string {
  return inHongKong(moment).format(lang === 'en' ? `${dateFormats.en}, HH:mm` : `${dateFormats[lang]} HH:mm`)
}

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** How long ago a moment was, to the largest whole unit: `5 minutes ago`, `now` below a minute or ahead of this clock. */
export function formatAgo(moment: number, now: number, lang: Language): string {
  const words = new Intl.RelativeTimeFormat(languageTags[lang], { numeric: 'auto' })
  const passed = now - moment
  const step = steps.find(({ ms }) => passed >= ms)
  return step ? words.format(-Math.floor(passed / step.ms), step.unit) : words.format(0, 'second')
}

const grouped = new Intl.NumberFormat('en-HK', { maximumFractionDigits: 0 })
const money = new Intl.NumberFormat('en-HK', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Points with thousand separators: `12,345`. */
export function formatPoints(points: number): string {
  return grouped.format(points)
}

/** Hong Kong dollars, cents only where there are any: `HK$300`, `HK$1,280.50`. */
export function formatMoney(dollars: number): string {
  return `HK$${Number.isInteger(dollars) ? grouped.format(dollars) : money.format(dollars)}`
}
