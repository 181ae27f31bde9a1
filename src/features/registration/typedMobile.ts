import * as v from 'valibot'
import { defaultCountryCode } from '#contract/registration/countryCode.ts'
import { MobileNumber } from '#contract/registration/profileFields.ts'
import { readTabValue, removeFromTab, writeTabValue } from '#src/platform/tabStorage.ts'
import { rememberedMember } from '#src/session/member.ts'

/** Where this tab keeps it; signing out deletes it with the rest of the session. */
const key = 'club-bravo.typed-mobile'

const Typed = v.object({
  mobile: MobileNumber,
  /** Whose number it is; null while it is a visitor's (`takeOverTypedMobile`). */
  memberId: v.nullable(v.string()),
})

/**
 * Keeps the mobile number with which a visitor began to join, so that the form need not ask for it again; null: none.
 */
export function storeTypedMobile(mobile: string | null): void {
  if (mobile === null) removeFromTab(key)
  else writeTabValue(key, { mobile, memberId: rememberedMember()?.id ?? null } satisfies v.InferInput<typeof Typed>)
}

/**
 * After a visitor has signed in: the number is the new member's where the sign-in leads to a form. Else it is
 * forgotten: somebody else may have typed it.
 *
 * @param page the name of the page that the sign-in returns to
 */
export function takeOverTypedMobile(page: string): void {
  const typed = readTabValue(key, Typed)
  const isMeant = typed?.memberId === null && page.startsWith('registration-')
  storeTypedMobile(isMeant ? typed.mobile : null)
}

/** The digits of the member's number, without the country code that a form starts with; empty if there is none. */
export function storedTypedMobile(): string {
  const typed = readTabValue(key, Typed)
  if (typed === null || typed.memberId !== rememberedMember()?.id) return ''
  const { mobile: digits } = typed
  return digits.length > 8 && digits.startsWith(defaultCountryCode) ? digits.slice(defaultCountryCode.length) : digits
}
