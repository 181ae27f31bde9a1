import { type Language, languageTable } from '#contract/language.ts'
import { calendarDay } from '#server/domain/hongKong.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The day of a moment in Hong Kong as the app writes it: `1 Sep 2026`, `2026年9月1日`. */
export function mailDate(language: Language, moment: Date): string {
  const { year, month, day } = calendarDay(moment)
  return languageTable[language].isChinese ? `${year}年${month}月${day}日` : `${day} ${months[month - 1]} ${year}`
}
