import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EventSummary } from '#contract/spending/events.ts'
import { EventRegistration, type RegistrationState } from '#contract/spending/ownRegistrations.ts'
import { byDate } from './byDate.ts'

const now = Date.parse('2026-11-25T04:00:00.000Z')

const registration = (ref: string, startsAt: string | null | undefined, state: RegistrationState = 'registered') =>
  v.parse(EventRegistration, {
    ref_no: ref,
    alias: ref,
    quantity: 1,
    state,
    registered_at: '2026-11-01T04:00:00.000Z',
    event:
      startsAt === undefined
        ? null
        : v.parse(EventSummary, {
            id: ref,
            alias: ref,
            status: 'active',
            starts_at: startsAt,
            public_registration_start_date: '2026-11-01T04:00:00.000Z',
          }),
  })

test('What comes is in the order of its days; what is over or given back is apart, the last first', () => {
  const { coming, over } = byDate(
    [
      registration('unlisted', undefined),
      registration('christmas', '2026-12-24T11:00:00.000Z'),
      registration('past', '2026-11-14T03:00:00.000Z'),
      registration('soon', '2026-12-01T02:30:00.000Z', 'waiting'),
      registration('given back', '2026-12-12T07:00:00.000Z', 'cancelled'),
    ],
    now,
  )
  expect([coming, over].map((group) => group.map(({ ref_no: ref }) => ref))).toEqual([
    ['soon', 'christmas', 'unlisted'],
    ['given back', 'past'],
  ])
})
