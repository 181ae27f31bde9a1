import { type Language, languageTable } from '#contract/language.ts'

/** What a member has told of their name. */
interface KnownNames {
  firstName: string | null
  chineseName: string | null
}

/**
 * How a mail calls its reader: by the Chinese name in Chinese, where there is one. Null without a name, and while the
 * address is not proved: a stranger could write to others in the club's name.
 */
export function mailName({ firstName, chineseName }: KnownNames, language: Language, isProved: boolean): string | null {
  if (!isProved) return null
  const names = languageTable[language].isChinese ? [chineseName, firstName] : [firstName, chineseName]
  return names.find((name) => name !== null && name.trim() !== '') ?? null
}
