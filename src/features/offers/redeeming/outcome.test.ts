import { expect, test } from 'vitest'
import { type RedeemAnswer, redeemErrors, redeemMessages } from '#contract/spending/redemption.ts'
import { outcomeOf } from './outcome.ts'

const outcomeFor = (data: RedeemAnswer) => outcomeOf({ ok: true, data })
const refused = (status: number, more: { message?: string; inShape?: boolean; retryAfterMs?: number } = {}) =>
  outcomeOf({
    ok: false,
    error: { kind: 'http', status, message: 'Sorry', fields: {}, inShape: true, retryAfterMs: null, ...more },
  })
const other = (text: string) => ({ kind: 'failed', cause: { kind: 'other', text } })

test('Too little stock says what is left, and nothing said means sold out', () => {
  const message = redeemMessages.outOfStock
  expect(outcomeFor({ message, availableQuantityOfRewardItem: 2 })).toEqual({ kind: 'out_of_stock', left: 2 })
  expect(outcomeFor({ message })).toEqual({ kind: 'out_of_stock', left: 0 })
})

test('Each reason of a refusal is known, but for an address and new points, which the member can see to at once', () => {
  const popups = new Map([
    ['shipping_address_missing', 'address_missing'],
    ['points_changed', 'points_changed'],
  ])
  for (const error of redeemErrors) {
    const kind = popups.get(error)
    const expected = kind === undefined ? { kind: 'failed', cause: { kind: 'refused', error } } : { kind }
    expect(outcomeFor({ message: redeemMessages.refused, error })).toEqual(expected)
  }
  expect(outcomeFor({ message: redeemMessages.short })).toEqual({ kind: 'failed', cause: { kind: 'short' } })
})

test('Of an error that is an object the first value counts, and an unknown text stays as it is', () => {
  expect(outcomeFor({ message: 'no', error: { one: 'expired', two: 'x' } })).toEqual({
    kind: 'failed',
    cause: { kind: 'refused', error: 'expired' },
  })
  expect(outcomeFor({ message: 'no', error: 'The desk is closed' })).toEqual(other('The desk is closed'))
  expect(outcomeFor({ message: 'please verify email' })).toEqual(other('please verify email'))
  expect(refused(403, { message: 'Your email address is not verified' })).toEqual(
    other('Your email address is not verified'),
  )
})

test('Without a final answer, a redemption may have happened or not', () => {
  for (const kind of ['network', 'timeout', 'aborted'] as const)
    expect(outcomeOf({ ok: false, error: { kind } })).toEqual({ kind: 'unanswered' })
  for (const status of [401, 409, 500, 502, 503]) expect(refused(status)).toEqual({ kind: 'unanswered' })
  expect(refused(403, { inShape: false })).toEqual({ kind: 'unanswered' })
})

test('A server that asks to wait says for how many minutes', () => {
  expect(refused(429, { retryAfterMs: 61_000 })).toEqual({ kind: 'too_many', waitMinutes: 2 })
})
