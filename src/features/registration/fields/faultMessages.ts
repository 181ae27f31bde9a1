import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldName } from '#contract/registration/profileTable.ts'
import type { FaultKind, FieldFault } from '#contract/registration/registration.ts'
import * as v from 'valibot'
import { Digits, maxLengths, mobileDigits } from '#contract/registration/profileFields.ts'
import { fieldControls, labelOf } from './fieldControls.ts'

/** Faults that say more than the field's name (specification sections 5 and 8). */
const ownMessages: Partial<Record<FieldName, Partial<Record<FaultKind, MessageDescriptor>>>> = {
  first_name: { invalid: msg`Enter your first name in English letters.` },
  last_name: { invalid: msg`Enter your last name in English letters.` },
  salutations: { required: msg`Choose your title.` },
  gender: { required: msg`Choose your gender.` },
  country: { required: msg`Choose your country or region.` },
  school_type: { required: msg`Choose the type of school.` },
  preferred_lang: { required: msg`Choose a language.` },
  interest_id: { required: msg`Choose what you like to hear.` },
  chinese_name: {
    invalid: msg`Enter your Chinese name in Chinese characters.`,
  },
  dob: {
    required: msg`Choose your year and month of birth.`,
    invalid: msg`Choose both the year and the month of birth, or neither.`,
  },
  guardian_email: { invalid: msg`Enter an email address such as name@example.com.` },
  country_code: {
    required: msg`Choose the country code of your mobile number.`,
    invalid: msg`Choose the country code of your mobile number.`,
  },
  _student_card_base64: {
    required: msg`Add your student card.`,
    invalid: msg`We couldn’t read this student card. Choose another photo or PDF.`,
  },
  confirm_email: { required: msg`Confirm that the email address is correct and tick the box.` },
  consent: { required: msg`Read the terms and conditions and tick the box.` },
}

function numberMessage({ value, isRequired }: FieldState): MessageDescriptor {
  const { least, most } = mobileDigits
  const text = typeof value === 'string' ? value : ''
  if (text.trim() === '')
    return isRequired
      ? msg`Enter a mobile number.`
      : msg`Enter the mobile number that belongs to the country code, or choose +852 and leave the number empty.`
  if (!v.is(Digits, text))
    return isRequired
      ? msg`Enter the mobile number in digits only.`
      : msg`Enter the mobile number in digits only, or leave it empty.`
  return isRequired
    ? msg`Enter a mobile number of ${least} to ${most} digits.`
    : msg`Enter a mobile number of ${least} to ${most} digits, or leave it empty.`
}

/** What stands in the field, and whether it may be empty: a message never allows what is refused. */
interface FieldState {
  value: unknown
  isRequired: boolean
  /** That of the address, by its id in the contents. */
  country: string
}

/** What is wrong with a field, in the language in use. */
export function faultMessage(i18n: I18n, { field, kind }: FieldFault, state: FieldState): string {
  const control = fieldControls[field]
  const max = maxLengths[field] ?? Infinity
  if (kind === 'invalid' && typeof state.value === 'string' && state.value.trim().length > max) {
    const name = i18n._(labelOf(field, state.country))
    return i18n._(msg`${name} can have up to ${max} characters.`)
  }
  const own = ownMessages[field]?.[kind === 'missing' ? 'required' : kind]
  if (own) return i18n._(own)
  if (control.kind === 'mobile' && kind === 'invalid') return i18n._(numberMessage(state))
  const name = i18n._(labelOf(field, state.country))
  switch (kind) {
    case 'required':
      return i18n._(msg`${name} is required.`)
    case 'invalid':
      return i18n._(msg`Check your answer: ${name}.`)
    case 'missing':
      return i18n._(msg`${name} is missing.`)
    case 'used':
      return i18n._(msg`${name} has already been used.`)
  }
}
