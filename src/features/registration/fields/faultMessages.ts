import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldName } from '#contract/registration/profileTable.ts'
import type { FaultKind, FieldFault } from '#contract/registration/registration.ts'
import { type FieldControl, fieldControls } from './fieldControls.ts'

/** Faults that say more than the field's name (specification sections 5 and 8). */
const ownMessages: Partial<Record<FieldName, Partial<Record<FaultKind, MessageDescriptor>>>> = {
  first_name: { invalid: msg`Please enter your first name in English letters.` },
  last_name: { invalid: msg`Please enter your last name in English letters.` },
  chinese_name: {
    invalid: msg`Invalid Chinese name! Please make sure that you enter Chinese characters only.`,
  },
  dob: {
    required: msg`Please choose your year and month of birth.`,
    invalid: msg`Please choose both the year and the month of birth, or neither.`,
  },
  mobile: { invalid: msg`Please enter the mobile number in digits, or leave it empty.` },
  guardian_mobile: { invalid: msg`Please enter their mobile number in digits.` },
  guardian_email: { invalid: msg`Please enter an email address such as name@example.com.` },
  country_code: { invalid: msg`Please choose the country code of your mobile number.` },
  _student_card_base64: {
    required: msg`Please add your student card.`,
    invalid: msg`We couldn’t read this student card. Please choose another picture or PDF.`,
  },
  confirm_email: { required: msg`Please confirm that the email address is correct and tick the box.` },
  consent: { required: msg`Please read the terms and conditions and tick the box.` },
}

/** The controls in which an option is chosen, rather than text entered. */
const chosenKinds: ReadonlySet<FieldControl['kind']> = new Set(['options', 'countries', 'countryCodes', 'interests'])

/** What is wrong with a field, in the language in use. */
export function faultMessage(i18n: I18n, { field, kind }: FieldFault): string {
  const own = ownMessages[field]?.[kind === 'missing' ? 'required' : kind]
  if (own) return i18n._(own)
  const control = fieldControls[field]
  const name = i18n._(control.label)
  switch (kind) {
    case 'required':
      return i18n._(chosenKinds.has(control.kind) ? msg`Please choose an option: ${name}.` : msg`${name} is required.`)
    case 'invalid':
      return i18n._(msg`${name} isn’t valid.`)
    case 'missing':
      return i18n._(msg`${name} is missing.`)
    case 'used':
      return i18n._(msg`${name} has already been used.`)
  }
}
