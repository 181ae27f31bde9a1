import * as v from 'valibot'
import { type FieldName, textFields, tickFields } from './profileTable.ts'
import { keysOf, recordOf } from '#contract/keysOf.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { defaultCountryCode } from './countryCode.ts'
import type { updateProfile } from './registration.ts'

/** What is unknown, and the text "null" of older records, is the empty text of a form. */
const Text = v.pipe(
  v.optional(v.fallback(v.string(), ''), ''),
  v.transform((text) => (text === 'null' ? '' : text)),
)
const Tick = v.optional(v.fallback(v.boolean(), false), false)

/**
 * What a form holds: texts as they were typed, ticks, and ids of interests. (Files are not kept.) Drops what is no
 * field of a form.
 */
export const FormValues = v.object({
  ...recordOf(textFields, () => Text),
  interest_id: v.optional(v.fallback(v.array(v.string()), []), []),
  ...recordOf(tickFields, () => Tick),
} satisfies Record<Exclude<FieldName, '_student_card_base64'>, v.GenericSchema>)
export type FormValues = v.InferOutput<typeof FormValues>

/** The values that a form about a profile begins with: what the account has confirmed or accepted, too. */
export function formValuesOf(profile: MemberProfile): FormValues {
  const [address] = profile.shipping_address_1
  const country_code = profile.country_code ?? defaultCountryCode
  return v.parse(FormValues, {
    ...profile,
    ...address?.memberProfile,
    country_code,
    consent: profile.consent,
    confirm_email: profile.email_verified,
  })
}

/**
 * What a form's values say to the API: those of its fields. No date of birth is null (specification section 5). A
 * country code that nobody has changed means nothing without a mobile number.
 */
export function profileUpdateOf(values: FormValues, fields: readonly FieldName[]): RequestOf<typeof updateProfile> {
  const isCodeAlone = values.mobile.trim() === '' && values.country_code === defaultCountryCode
  const said: Partial<Omit<FormValues, 'dob'> & { dob: string | null }> = {
    ...values,
    dob: values.dob === '' ? null : values.dob,
    country_code: isCodeAlone ? '' : values.country_code,
  }
  for (const name of valueNames) if (!fields.includes(name)) delete said[name]
  return said
}

const valueNames = keysOf(FormValues.entries)
