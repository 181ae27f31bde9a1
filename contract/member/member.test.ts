import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { profileOf, userOf } from '#tests/support/profile.ts'
import { MemberProfile, User } from './member.ts'

const profile = profileOf({ first_name: 'Ada', interest_id: ['concerto'] })
const odd = fc.constantFrom(null, undefined, 'null', '', 0, -1, 2.5, true, [], ['null'], {}, 'Platinum')

test('No odd field of a profile makes it unreadable, and the others stay as they are', () => {
  const names = Object.keys(profile).filter((name) => name !== 'id')
  fc.assert(
    fc.property(fc.constantFrom(...names), odd, (name, value) => {
      const read = v.parse(MemberProfile, { ...profile, [name]: value })
      const rest = Object.entries(read).filter(([other]) => other !== name)
      expect(rest).toEqual(Object.entries(profile).filter(([other]) => other !== name))
    }),
  )
})

test('The text "null" is nothing in every field of a profile', () => {
  const nulls = Object.fromEntries(Object.keys(profile).map((name) => [name, name === 'id' ? 'm1' : 'null']))
  expect(v.parse(MemberProfile, nulls)).toMatchObject({
    first_name: null,
    dob: null,
    member_no: null,
    email_verified: false,
    membership_tier: 'Black',
    is_submitted_profile: 'default',
    ya_status: 'N/A',
    preferred_lang: 'en',
    interest_id: [],
    shipping_address_1: [],
    upgrade_progress: null,
    membership_card: null,
  })
})

test('An odd entry of points or transactions is left out, and the member stays readable', () => {
  const bucket = { id: 'b', earned: 5, remaining: 5, expires_at: null }
  const user = { ...userOf(), point_buckets: [null, bucket, 'null'], point_transactions: 'null' }
  expect(v.parse(User, user)).toMatchObject({ point_buckets: [bucket], point_transactions: [] })
})

test('Interests come under either of their names', () => {
  const { interest_id: _known, ...others } = profile
  expect(v.parse(MemberProfile, { ...others, instruments: ['concerto'] }).interest_id).toEqual(['concerto'])
  expect(v.parse(MemberProfile, { ...profile, instruments: ['pop'] }).interest_id).toEqual(['concerto'])
})
