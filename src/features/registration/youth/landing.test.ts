import { expect, test } from 'vitest'
import { youthStatuses } from '#contract/member/member.ts'
import { transitions } from '#server/domain/youth.ts'
import { mayApply } from './landing.ts'

test('The form of the young audience scheme is open exactly while the club takes an application', () => {
  for (const status of youthStatuses)
    expect([status, mayApply(status)]).toEqual([
      status,
      transitions[status].applied !== undefined && status !== 'Pending Payment',
    ])
})
