import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { isFieldName } from '#contract/registration/profileFields.ts'
import { fieldControls } from './fieldControls.ts'
import { faultMessage } from './faultMessages.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const fields = Object.keys(fieldControls).filter(isFieldName)
const required = (field: (typeof fields)[number]) => faultMessage(i18n, { field, kind: 'required' })

test('What is needed is asked for by what a person does: text is entered, options are chosen, boxes are ticked', () => {
  const verbs = {
    text: /is required\.$/,
    mobile: /is required\.$/,
    readonly: /is required\.$/,
    options: /^Please choose/,
    countries: /^Please choose/,
    countryCodes: /^Please choose/,
    birthMonth: /^Please choose/,
    interests: /^Please choose/,
    file: /^Please add/,
    // News are never needed.
    tick: /./,
    agreement: /tick the box\.$/,
    emailConfirmation: /tick the box\.$/,
  } as const
  for (const field of fields)
    expect([field, required(field)]).toEqual([field, expect.stringMatching(verbs[fieldControls[field].kind])])
})

test('A choice that is needed names its field', () => {
  expect(required('gender')).toBe('Please choose an option: Gender.')
  expect(required('country')).toBe('Please choose an option: Country or region.')
})
