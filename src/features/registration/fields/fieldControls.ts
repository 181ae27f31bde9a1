import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { InputHTMLAttributes } from 'react'
import { addressLines, type FieldName } from '#contract/registration/profileTable.ts'
import {
  addressMessage,
  genderMessages,
  languageMessages,
  salutationMessages,
  schoolTypeMessages,
} from '#src/i18n/profileMessages.ts'

type Messages = Readonly<Record<string, MessageDescriptor>>
type InputFacts = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode'>

interface ControlFacts {
  label: MessageDescriptor
  hint?: MessageDescriptor
  /** On half a line, beside another. */
  isHalf?: true
}

/** How a field is filled in. */
export type FieldControl =
  | ({ kind: 'text'; suggests?: 'districts' } & ControlFacts & InputFacts)
  /** The dialling code is in another field, or in none. */
  | ({ kind: 'mobile'; countryCode: 'country_code' | null } & ControlFacts & InputFacts)
  /** The address is the account's and is changed there. */
  | ({ kind: 'readonly' } & ControlFacts)
  | ({ kind: 'options'; options: Messages; autoComplete?: string } & ControlFacts)
  | ({ kind: 'countries' | 'countryCodes'; autoComplete: string } & ControlFacts)
  | ({ kind: 'birthMonth' | 'interests' | 'file' } & ControlFacts)
  | ({ kind: 'tick' | 'agreement' | 'emailConfirmation' } & ControlFacts)

const line = (label: MessageDescriptor, facts: Partial<ControlFacts & InputFacts> = {}) =>
  ({ kind: 'text', label, ...facts }) as const
const mobile = { kind: 'mobile', type: 'tel', inputMode: 'tel' } as const
const email = { type: 'email', inputMode: 'email' } as const

export const fieldControls: Readonly<Record<FieldName, FieldControl>> = {
  salutations: {
    kind: 'options',
    label: msg`Title`,
    options: salutationMessages,
    autoComplete: 'honorific-prefix',
  },
  first_name: line(msg`First name (English)`, { autoComplete: 'given-name', isHalf: true }),
  last_name: line(msg`Last name (English)`, { autoComplete: 'family-name', isHalf: true }),
  chinese_name: line(msg`Chinese name`),
  gender: { kind: 'options', label: msg`Gender`, options: genderMessages, autoComplete: 'sex' },
  dob: { kind: 'birthMonth', label: msg`Month of birth` },
  email: { kind: 'readonly', label: msg`Email address`, hint: msg`You sign in with it.` },
  country_code: {
    kind: 'countryCodes',
    label: msg`Country code`,
    autoComplete: 'tel-country-code',
    isHalf: true,
  },
  mobile: {
    ...mobile,
    countryCode: 'country_code',
    label: msg`Mobile number`,
    autoComplete: 'tel-national',
    isHalf: true,
  },
  flat_or_unit: line(addressMessage('flat_or_unit', ''), { isHalf: true }),
  floor: line(addressMessage('floor', ''), { isHalf: true }),
  block_or_phase: line(addressMessage('block_or_phase', '')),
  house_or_building_estate: line(addressMessage('house_or_building_estate', ''), { autoComplete: 'address-line1' }),
  road_or_street: line(addressMessage('road_or_street', ''), { autoComplete: 'address-line2' }),
  district: {
    kind: 'text',
    label: addressMessage('district', ''),
    autoComplete: 'address-level2',
    suggests: 'districts',
  },
  country: { kind: 'countries', label: addressMessage('country', ''), autoComplete: 'country-name' },
  interest_id: { kind: 'interests', label: msg`What would you like to hear?` },
  preferred_lang: {
    kind: 'options',
    label: msg`Which language should we write to you in?`,
    options: languageMessages,
  },
  receive_email_promotion: { kind: 'tick', label: msg`Send me news and offers by email` },
  confirm_email: { kind: 'emailConfirmation', label: msg`Email address` },
  consent: { kind: 'agreement', label: msg`Terms and privacy policy` },
  guardian_name: line(msg`Name of parent or guardian`),
  guardian_mobile: {
    ...mobile,
    countryCode: null,
    label: msg`Their mobile number`,
    hint: msg`With its country code, unless it’s a Hong Kong number.`,
  },
  guardian_email: line(msg`Their email address`, email),
  school_type: { kind: 'options', label: msg`Type of school`, options: schoolTypeMessages },
  school_name: line(msg`Name of school`, { autoComplete: 'organization' }),
  _student_card_base64: { kind: 'file', label: msg`Student card` },
}

/** What a field is called. `country`: that of the address, by its id in the contents. */
export function labelOf(name: FieldName, country: string): MessageDescriptor {
  const ofAddress = addressLines.find((one) => one === name)
  return ofAddress === undefined ? fieldControls[name].label : addressMessage(ofAddress, country)
}
