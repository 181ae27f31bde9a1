import type { Language } from '#contract/language.ts'
import type { RememberedMember } from './member.ts'

/** The name to show: in Chinese the Chinese name where there is one, else first and last name; null where neither is known. */
export function memberName(member: Pick<RememberedMember, 'name' | 'chineseName'>, lang: Language): string | null {
  return lang === 'en' ? member.name : (member.chineseName ?? member.name)
}
