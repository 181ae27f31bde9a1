import * as v from 'valibot'
import { defaultCountryCode } from '#contract/registration/countryCode.ts'
import { MobileNumber } from '#contract/registration/profileFields.ts'
import { readTab, removeFromTab, writeTab } from '#src/platform/tabStorage.ts'

/** Where this tab keeps it; signing out deletes it with the rest of the session. */
const key = 'club-bravo.typed-mobile'

/**
 * Keeps the mobile number with which a guest began to join, so that the form need not ask for it again; null for none.
 */
export function storeTypedMobile(mobile: string | null): void {
  if (mobile === null) removeFromTab(key)
  else writeTab(key, mobile)
}

/** The digits of that number, without the country code that a form starts with; the empty text if there is none. */
export function storedTypedMobile(): string {
  const parsed = v.safeParse(MobileNumber, readTab(key))
  if (!parsed.success) return ''
  const digits = parsed.output
  return digits.length > 8 && digits.startsWith(defaultCountryCode) ? digits.slice(defaultCountryCode.length) : digits
}
