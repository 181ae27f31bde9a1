import { describe, expect, it } from 'vitest'
import { firstSteps } from './firstSteps.ts'

const newMember = { points: 0, transactions: 0, scans: 0, isProfileComplete: false }

describe('The first steps', () => {
  it('of a new member are a first ticket and the profile', () => {
    expect(firstSteps(newMember)).toEqual(['scan', 'profile'])
    expect(firstSteps({ ...newMember, transactions: null })).toEqual(['scan', 'profile'])
  })

  it('are only a first ticket if the profile is complete', () => {
    expect(firstSteps({ ...newMember, isProfileComplete: true })).toEqual(['scan'])
  })

  it.each([{ points: 500 }, { transactions: 2 }, { scans: 1 }])(
    'are not shown to a member who has started: %o',
    (begun) => {
      expect(firstSteps({ ...newMember, ...begun })).toEqual([])
    },
  )
})
