import * as v from 'valibot'
import type { RequestOf } from '#contract/endpoint.ts'
import type { addressLines, MemberProfile } from '#contract/member/member.ts'
import { defaultCountryCode, type FieldName } from './profileFields.ts'
import type { updateProfile } from './registration.ts'

/** What is unknown, and the text "null" of older records, is the empty text of a form. */
const Text = v.pipe(
  v.optional(v.fallback(v.string(), ''), ''),
  v.transform((text) => (text === 'null' ? '' : text)),
)
const Tick = v.optional(v.fallback(v.boolean(), false), false)

/** What a form holds: texts as they were typed, ticks, and ids of interests. (Files are not kept.) Drops what is no field of a form. */
export const FormValues = v.object({
  salutations: Text,
  first_name: Text,
  last_name: Text,
  chinese_name: Text,
  dob: Text,
  gender: Text,
  email: Text,
  country_code: Text,
  mobile: Text,
  flat_or_unit: Text,
  floor: Text,
  block_or_phase: Text,
  house_or_building_estate: Text,
  road_or_street: Text,
  district: Text,
  country: Text,
  preferred_lang: Text,
  guardian_name: Text,
  guardian_email: Text,
  guardian_mobile: Text,
  school_name: Text,
  school_type: Text,
  interest_id: v.optional(v.fallback(v.array(v.string()), []), []),
  receive_email_promotion: Tick,
  consent: Tick,
  confirm_email: Tick,
} satisfies Record<Exclude<FieldName, '_student_card_base64'>, v.GenericSchema>)
export type FormValues = v.InferOutput<typeof FormValues>

/** The values that a form about a profile begins with. Consent and the email address are confirmed anew with each form. */
export function formValuesOf(profile: MemberProfile): FormValues {
  const [address] = profile.shipping_address_1
  const country_code = profile.country_code ?? defaultCountryCode
  return v.parse(FormValues, { ...profile, ...address?.memberProfile, country_code, consent: false })
}

/**
 * What a form's values say to the API: those of its fields. A country code that nobody has changed means nothing without a mobile number.
 */
export function profileUpdateOf(values: FormValues, fields: readonly FieldName[]): RequestOf<typeof updateProfile> {
  const isCodeAlone = values.mobile.trim() === '' && values.country_code === defaultCountryCode
  const said: Partial<FormValues> = { ...values, country_code: isCodeAlone ? '' : values.country_code }
  for (const name of valueNames) if (!fields.includes(name)) delete said[name]
  return said
}

const valueNames = Object.keys(FormValues.entries).filter((name): name is keyof FormValues =>
  Object.hasOwn(FormValues.entries, name),
)

type AddressTexts = Record<(typeof addressLines)[number], string | null>

/** A postal address in the shape in which the profile has it; none if no line of it is known. */
export function shippingAddressOf(known: AddressTexts): { memberProfile: AddressTexts }[] {
  const { flat_or_unit, floor, block_or_phase, house_or_building_estate, road_or_street, district, country } = known
  const lines = { flat_or_unit, floor, block_or_phase, house_or_building_estate, road_or_street, district, country }
  return Object.values(lines).some((line) => line !== null) ? [{ memberProfile: lines }] : []
}
