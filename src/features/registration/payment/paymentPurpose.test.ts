import { expect, test } from 'vitest'
import { youthStatuses } from '#contract/member/member.ts'
import { keepPurpose, returnedPurpose } from './paymentPurpose.ts'

test('Without storage the profile says what a payment was for: an application that waits, else a membership', () => {
  // Node has no session storage, as a browser that forbids it.
  keepPurpose('youth')
  const waiting = youthStatuses.filter((ya_status) => returnedPurpose({ ya_status }) === 'youth')
  expect(waiting).toEqual(['Pending Payment', 'Pending Approval'])
  expect(returnedPurpose(null)).toBe('tier')
})
