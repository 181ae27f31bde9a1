import { expect, test } from 'vitest'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { placesFor, placesLeft, placesToAskFor } from './quota.ts'

const event = { alias: 'tour', ya_individual_quota: 4, normal_individual_quota: 2 }
const registration = (own: Partial<EventRegistration>): EventRegistration => ({
  ref_no: 'AB12CD34',
  alias: 'tour',
  quantity: 1,
  state: 'registered',
  registered_at: '2026-10-17T12:00:00.000Z',
  is_withdrawn: false,
  event: null,
  ...own,
})

test('An approved young-audience member may have more places than others', () => {
  expect(placesLeft(event, false, [])).toBe(2)
  expect(placesLeft(event, true, [])).toBe(4)
})

test('Places that a member has or waits for count; given back ones and those of other events do not', () => {
  const own = [
    registration({ state: 'waiting' }),
    registration({ state: 'cancelled', quantity: 2 }),
    registration({ alias: 'talk', quantity: 2 }),
  ]
  expect(placesLeft(event, false, own)).toBe(1)
  expect(placesLeft(event, true, [...own, registration({ quantity: 2 })])).toBe(1)
})

test('A quota that was made smaller afterwards leaves no places, never fewer than none', () => {
  expect(placesLeft(event, false, [registration({ quantity: 4 })])).toBe(0)
})

test('Nobody registers for more places at once than the contract allows', () => {
  expect(placesLeft({ ...event, normal_individual_quota: 500 }, false, [])).toBe(100)
})

test('Of few places a member can ask for those that are there, and whoever has none yet for those of the waiting list', () => {
  const few = { places_left: 1, waiting_list: false }
  expect(placesToAskFor({ places_left: null, waiting_list: false }, { quota: 2, held: 0 })).toBe(2)
  expect(placesToAskFor(few, { quota: 2, held: 0 })).toBe(1)
  expect(placesToAskFor({ ...few, places_left: 0 }, { quota: 2, held: 0 })).toBe(0)
  expect(placesToAskFor({ ...few, waiting_list: true }, { quota: 2, held: 0 })).toBe(2)
  expect(placesToAskFor({ ...few, waiting_list: true }, { quota: 2, held: 1 })).toBe(1)
  expect(placesFor(few, { quantity: 1, held: 0 })).toBe('there')
  expect(placesFor({ ...few, waiting_list: true }, { quantity: 2, held: 0 })).toBe('to_wait_for')
  expect(placesFor({ ...few, waiting_list: true }, { quantity: 2, held: 1 })).toBe('gone')
  expect(placesFor(few, { quantity: 2, held: 0 })).toBe('gone')
})
