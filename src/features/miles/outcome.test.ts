import { expect, test } from 'vitest'
import { milesErrors, milesMessages } from '#contract/spending/miles.ts'
import { outcomeOf } from './outcome.ts'

const outcomeFor = (message: string, error?: string | Record<string, string>) =>
  outcomeOf({ ok: true, data: { message, ...(error !== undefined && { error }) } })
const refused = (status: number, more: { inShape?: boolean; retryAfterMs?: number } = {}) =>
  outcomeOf({
    ok: false,
    error: { kind: 'http', status, message: 'Sorry', fields: {}, inShape: true, retryAfterMs: null, ...more },
  })
const other = (text: string) => ({ kind: 'failed', failure: { kind: 'other', text } })

test('Only the specification’s message is a success; every other answer says why not', () => {
  expect(outcomeFor(milesMessages.converted)).toEqual({ kind: 'converted', result: null })
  expect(outcomeFor(milesMessages.short)).toEqual({ kind: 'failed', failure: { kind: 'short' } })
  for (const error of milesErrors)
    expect(outcomeFor(milesMessages.refused, error)).toEqual({ kind: 'failed', failure: { kind: 'refused', error } })
  expect(outcomeFor(milesMessages.refused, { first: 'The airline is closed', second: 'x' })).toEqual(
    other('The airline is closed'),
  )
  expect(outcomeFor('please verify email')).toEqual(other('please verify email'))
  expect(refused(403)).toEqual(other('Sorry'))
})

test('Without a final answer, points may have been converted or not', () => {
  for (const kind of ['network', 'timeout', 'aborted'] as const)
    expect(outcomeOf({ ok: false, error: { kind } })).toEqual({ kind: 'unanswered' })
  for (const status of [401, 409, 500, 502, 503]) expect(refused(status)).toEqual({ kind: 'unanswered' })
  expect(refused(403, { inShape: false })).toEqual({ kind: 'unanswered' })
  expect(refused(429, { retryAfterMs: 61_000 })).toEqual({ kind: 'too_many', waitMinutes: 2 })
})
