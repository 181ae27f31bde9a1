import { type Language, languageTable, type PreferredLanguage } from '#contract/language.ts'

/** What is known of a member's language. */
interface KnownLanguages {
  /** The profile's, which knows no Simplified Chinese. Its default says nothing before the profile is completed. */
  preferred: PreferredLanguage
  isProfileCompleted: boolean
  /** That of the page on which the account was created; null with an external identity provider. */
  account: Language | null
}

/** The language of mails to a member. */
export function mailLanguage({ preferred, isProfileCompleted, account }: KnownLanguages): Language {
  if (account === null) return preferred
  if (!isProfileCompleted) return account
  return languageTable[account].preferred === preferred ? account : preferred
}
