import { expect, test } from 'vitest'
import { youthStatuses } from '#contract/member/member.ts'
import { currentYouthStatus, nextYouthStatus, type YouthEvent } from './youth.ts'

const events: YouthEvent[] = ['applied', 'paid', 'approved', 'rejected', 'ended', 'lapsed']

test('An application is sent again until it is paid or its card is gone, then looked at, approved or rejected, and ends with the membership year; nothing else is possible', () => {
  const possible = youthStatuses.flatMap((status) =>
    events.flatMap((event) => {
      const next = nextYouthStatus(status, event)
      return next === null ? [] : [`${status} -${event}-> ${next}`]
    }),
  )
  expect(possible).toEqual([
    'N/A -applied-> Pending Payment',
    'Pending Payment -applied-> Pending Payment',
    'Pending Payment -paid-> Pending Approval',
    'Pending Payment -lapsed-> N/A',
    'Pending Approval -approved-> Approved',
    'Pending Approval -rejected-> Rejected',
    'Approved -ended-> Expired',
    'Rejected -applied-> Pending Payment',
    'Expired -applied-> Pending Payment',
  ])
})

test('An approval is valid to its last moment; no other status ends', () => {
  const expiresAt = new Date('2027-08-31T15:59:59.999Z')
  const after = new Date('2027-08-31T16:00:00.000Z')
  expect(currentYouthStatus({ status: 'Approved', expiresAt }, expiresAt)).toBe('Approved')
  expect(currentYouthStatus({ status: 'Approved', expiresAt }, after)).toBe('Expired')
  expect(currentYouthStatus({ status: 'Approved', expiresAt: null }, after)).toBe('Approved')
  expect(currentYouthStatus({ status: 'Rejected', expiresAt }, after)).toBe('Rejected')
})
