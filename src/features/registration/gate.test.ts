import { expect, test } from 'vitest'
import { youthStatuses } from '#contract/member.ts'
import { transitions } from '#server/domain/youth.ts'
import { isFormOpen } from './gate.ts'

const joined = { is_submitted_profile: 'submitted', membership_tier: 'Black' } as const

test('The form of the young audience scheme is open exactly while the club takes an application', () => {
  for (const ya_status of youthStatuses) {
    const isTaken = transitions[ya_status].applied !== undefined
    expect([ya_status, isFormOpen('ya', { ...joined, ya_status })]).toEqual([ya_status, isTaken])
  }
})

test('A form that was not sent yet is open', () => {
  expect(isFormOpen('ya', { ...joined, is_submitted_profile: 'ya', ya_status: 'N/A' })).toBe(true)
})
