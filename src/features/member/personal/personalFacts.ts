import type { StaticContents } from '#contract/content.ts'
import { type Language, languageTable } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { formatMonth, formatYearMonth } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'

/** The lists that give a profile's ids their names; undefined if this device has no copy. */
export type Lookups = Pick<StaticContents, 'countries' | 'instruments'> | undefined

/** A text of the profile, null if it is absent or blank. */
export function given(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}

/** The month of birth: `May 1991`; null if there is none. */
export function birthMonth({ dob }: Pick<MemberProfile, 'dob'>, lang: Language): string | null {
  const month = /^\d{4}-(?:0[1-9]|1[0-2])(?=-|$)/.exec(dob ?? '')?.[0]
  return month === undefined ? null : formatYearMonth(month, lang)
}

/** The month in which the membership began; null if that is not known. */
export function memberSince({ membership_since: since }: Pick<MemberProfile, 'membership_since'>, lang: Language) {
  return since === null || Number.isNaN(Date.parse(since)) ? null : formatMonth(since, lang)
}

/** The mobile number with its country: `Hong Kong, +852 51230001`; null without a number. */
export function mobileNumber(
  { country_code: code, mobile }: Pick<MemberProfile, 'country_code' | 'mobile'>,
  lookups: Lookups,
  lang: Language,
): string | null {
  if (given(mobile) === null) return null
  const country = lookups?.countries.find((one) => one.country_code === code)
  const number = given(code) === null ? mobile : `+${code} ${mobile}`
  return country ? [localized(country.name, lang), number].join(languageTable[lang].isChinese ? '，' : ', ') : number
}

/** The interests by name, in the club's order. An interest that the club no longer offers is left out. */
export function interestNames(
  { interest_id: ids }: Pick<MemberProfile, 'interest_id'>,
  lookups: Lookups,
  lang: Language,
): string[] {
  const chosen = (lookups?.instruments ?? []).filter(({ id }) => ids.includes(id))
  return chosen.map(({ name }) => localized(name, lang))
}
