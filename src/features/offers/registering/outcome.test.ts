import { expect, test } from 'vitest'
import type { AnswerOf } from '#contract/endpoint.ts'
import { eventMessages, type registerEvent } from '#contract/spending/eventRegistration.ts'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { outcomeOf } from './outcome.ts'

const outcomeFor = (data: AnswerOf<typeof registerEvent>) => outcomeOf({ ok: true, data })
const refused = (status: number, more: { message?: string; inShape?: boolean; retryAfterMs?: number } = {}) =>
  outcomeOf({
    ok: false,
    error: { kind: 'http', status, message: 'Sorry', fields: {}, inShape: true, retryAfterMs: null, ...more },
  })
const other = (en: string, tc = en, sc = en) => ({ kind: 'other', text: { en, tc, sc } })
const registration: EventRegistration = {
  ref_no: 'AB12CD34',
  alias: 'tour',
  quantity: 2,
  state: 'registered',
  registered_at: '2026-10-17T12:00:00.000Z',
  is_withdrawn: false,
  event: null,
}

test('Places that a member has or waits for come with their registration, and each refusal with its reason', () => {
  expect(outcomeFor({ message: eventMessages.registered, registration })).toEqual({ kind: 'registered', registration })
  expect(outcomeFor({ message: eventMessages.waiting })).toEqual({ kind: 'waiting', registration: null })
  for (const reason of ['eventFull', 'userFull', 'comingSoon', 'closed', 'notFound'] as const) {
    expect(outcomeFor({ message: eventMessages[reason] })).toEqual({ kind: 'refused', reason })
  }
})

test('Another message is shown as it is, in the language that it has, or else the first text of its error', () => {
  expect(outcomeFor({ message: 'The desk is closed' })).toEqual(other('The desk is closed'))
  expect(outcomeFor({ message: 'no', error: 'Sorry' })).toEqual(other('Sorry'))
  expect(outcomeFor({ message: 'no', error: { en: 'Sorry', tc: '抱歉' } })).toEqual(other('Sorry', '抱歉', ''))
  expect(outcomeFor({ message: 'no', error: { quantity: 'Too many', event: 'Gone' } })).toEqual(other('Too many'))
  expect(refused(403, { message: 'Your email address is not verified' })).toEqual(
    other('Your email address is not verified'),
  )
})

test('Without a final answer, a member may be registered or not', () => {
  for (const kind of ['network', 'timeout', 'aborted'] as const)
    expect(outcomeOf({ ok: false, error: { kind } })).toEqual({ kind: 'unanswered' })
  for (const status of [401, 409, 500, 503]) expect(refused(status)).toEqual({ kind: 'unanswered' })
  expect(refused(403, { inShape: false })).toEqual({ kind: 'unanswered' })
})

test('A server that asks to wait says for how many minutes', () => {
  expect(refused(429, { retryAfterMs: 61_000 })).toEqual({ kind: 'too_many', waitMinutes: 2 })
})
