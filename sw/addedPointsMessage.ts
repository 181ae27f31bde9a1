import { defaultLanguage, type Language, languageTags } from '#contract/language.ts'

const messages: Record<Language, (points: string) => string> = {
  en: (points) => (points === '1' ? '1 point added' : `${points} points added`),
  tc: (points) => `已存入 ${points} 積分`,
  sc: (points) => `${points} 积分已到账`,
}

/** The worker's one message; it has no catalog of its own. */
export function addedPointsMessage(points: number, lang: Language): string {
  return messages[lang](points.toLocaleString(languageTags[defaultLanguage]))
}
