import type { ClubLink } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import { localized } from '#src/i18n/localized.ts'

/** Where the club is elsewhere, in one language; null where the contents do not say, or say something that cannot be opened. */
export interface ClubAddresses {
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

/** An address of the web, and of nothing else that a link can hold. */
function webAddress(text: string): string | null {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null
}

/** A telephone number as the link to call it has it. */
export function callHref(telephone: string): string {
  return `tel:${telephone.replaceAll(/[^\d+]/g, '')}`
}
