import { expect, test } from 'vitest'
import { registrationStatusOf } from './registrationStatus.ts'

const event = {
  priority_registration_start_date: '2026-11-10T02:00:00.000Z',
  public_registration_start_date: '2026-11-20T02:00:00.000Z',
  event_expiry_date: '2026-12-01T02:00:00.000Z',
  starts_at: null,
}
const at = (moment: string) => Date.parse(moment)

test('Registration is closed before the priority window', () => {
  expect(registrationStatusOf(event, 'Gold', at('2026-11-10T01:59:59.999Z'))).toBe('before-priority')
})

test('In the priority window Red and Gold can register; Basic and visitors wait', () => {
  const now = at('2026-11-10T02:00:00.000Z')
  expect(registrationStatusOf(event, 'Red', now)).toBe('priority-open')
  expect(registrationStatusOf(event, 'Gold', now)).toBe('priority-open')
  // Diamond has every right of Gold.
  expect(registrationStatusOf(event, 'Diamond', now)).toBe('priority-open')
  expect(registrationStatusOf(event, 'Black', now)).toBe('start-priority')
  expect(registrationStatusOf(event, null, now)).toBe('start-priority')
})

test('From the public date on everyone can register, until the event expires', () => {
  expect(registrationStatusOf(event, null, at('2026-11-20T02:00:00.000Z'))).toBe('open')
  expect(registrationStatusOf(event, 'Red', at('2026-12-01T01:59:59.999Z'))).toBe('open')
  expect(registrationStatusOf(event, 'Red', at('2026-12-01T02:00:00.000Z'))).toBe('public-expired')
})

test('An event without an expiry date is open until it begins, and an event without a priority window has none', () => {
  expect(registrationStatusOf({ ...event, event_expiry_date: null }, null, at('2030-01-01T00:00:00.000Z'))).toBe('open')
  const begins = { ...event, event_expiry_date: null, starts_at: '2026-11-25T12:00:00.000Z' }
  expect(registrationStatusOf(begins, null, at('2026-11-25T11:59:59.999Z'))).toBe('open')
  expect(registrationStatusOf(begins, null, at('2026-11-25T12:00:00.000Z'))).toBe('public-expired')
  const weeks = { ...begins, event_expiry_date: '2026-12-25T12:00:00.000Z' }
  expect(registrationStatusOf(weeks, null, at('2026-12-01T12:00:00.000Z'))).toBe('open')
  const plain = { ...event, priority_registration_start_date: null }
  expect(registrationStatusOf(plain, 'Gold', at('2026-11-15T00:00:00.000Z'))).toBe('before-priority')
})
