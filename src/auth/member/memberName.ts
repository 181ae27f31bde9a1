import type { Language } from '#contract/language.ts'
import type { RememberedMember } from './member.ts'

/** The name to show: in Chinese the Chinese name if there is one, else first and last name; null if neither is known. */
export function memberName(member: Pick<RememberedMember, 'name' | 'chineseName'>, lang: Language): string | null {
  return lang === 'en' ? member.name : (member.chineseName ?? member.name)
}
