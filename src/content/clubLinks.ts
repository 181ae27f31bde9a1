import type { ClubLink } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import { localized } from '#src/i18n/localized.ts'

/** The club's other contact addresses in one language; null if the contents have none, or one that cannot be opened. */
interface ClubAddresses {
  privacy: string | null
  orchestra: string | null
  email: string | null
  telephone: string | null
}

/** Reads the addresses out of the static contents. */
export function clubAddresses(links: readonly ClubLink[], lang: Language): ClubAddresses {
  const find = (code: ClubLink['code']) => {
    const link = links.find((one) => one.code === code)
    return link ? localized(link.value, lang).trim() : ''
  }
  return {
    privacy: webAddress(find('privacy-policy')),
    orchestra: webAddress(find('orchestra')),
    email: /^[^\s@]+@[^\s@]+$/.test(find('email')) ? find('email') : null,
    telephone: /\d/.test(find('telephone')) ? find('telephone') : null,
  }
}

/** The address if it is a web address, else null: links can hold other schemes, too. */
function webAddress(text: string): string | null {
  try {
    return /^https?:$/.test(new URL(text).protocol) ? text : null
  } catch {
    return null
  }
}

/** The `tel:` link of a telephone number. */
export function telephoneHref(telephone: string): string {
  return `tel:${telephone.replaceAll(/[^\d+]/g, '')}`
}
