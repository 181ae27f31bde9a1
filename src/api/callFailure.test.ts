import { expect, test } from 'vitest'
import { callFailureOf, refusedFieldsOf } from './callFailure.ts'

const refusal = (message: string, fields: Record<string, string[]> = {}, status = 422) =>
  ({ kind: 'http', status, message, fields, inShape: true, retryAfterMs: null }) as const

test('A sentence about a field names it, where the server says no more', () => {
  expect(refusedFieldsOf(refusal('mobile is NOT valid'))).toEqual({ mobile: ['mobile is NOT valid'] })
  expect(refusedFieldsOf(refusal('last name is required', {}, 400))).toEqual({ last_name: ['last name is required'] })
  expect(refusedFieldsOf(refusal('dob is missing'))).toEqual({ dob: ['dob is missing'] })
  expect(refusedFieldsOf(refusal('email has already been used'))).toEqual({ email: ['email has already been used'] })
})

test('The fields that the server names are before its message; any other message names none', () => {
  const fields = { mobile: ['mobile is NOT valid'] }
  expect(refusedFieldsOf(refusal('dob is missing', fields))).toEqual(fields)
  expect(refusedFieldsOf(refusal('Validation Error'))).toEqual({})
  expect(refusedFieldsOf(refusal('mobile is NOT valid', {}, 500))).toEqual({})
})

test('Only the club refuses: the page of a proxy or a captive portal says nothing about the request', () => {
  for (const status of [400, 403, 404, 422]) {
    const error = refusal('Forbidden', {}, status)
    expect(callFailureOf(error)).toEqual({ kind: 'refused' })
    expect(callFailureOf({ ...error, inShape: false })).toEqual({ kind: 'unreachable' })
  }
})
