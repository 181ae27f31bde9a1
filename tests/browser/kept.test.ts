import { beforeEach, expect, test, vi } from 'vitest'
import {
  clearStoredSession,
  storeProfile,
  storeSession,
  storedToken,
  mustReauthenticate,
} from '#src/auth/storedSession.ts'
import { rememberedMember, watchMemberChange } from '#src/auth/member.ts'
import type { MemberProfile } from '#contract/member.ts'
import { profileOf } from '#tests/support/profile.ts'

const profile = profileOf()
const signIn = (of: MemberProfile = profile) => storeSession({ token: 'secret', renewAt: 1, profile: of })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('A member who signed in is remembered, and the token lies under the name that the specification gives', () => {
  signIn()
  expect(localStorage.getItem('jwt-token')).toBe('secret')
  expect(rememberedMember()).toMatchObject({
    id: 'm1',
    name: 'Ada Chan',
    email: 'ada@club.example',
    emailVerified: true,
    points: 480,
    tier: 'Black',
  })
  expect(rememberedMember()).toBe(rememberedMember())
})

test.each([
  [{ first_name: null, last_name: null }, '陳安'],
  [{ first_name: null }, 'Chan'],
  [{ first_name: null, last_name: null, chinese_name: null }, null],
])('A profile with %j is called %s', (change, name) => {
  signIn({ ...profile, ...change })
  expect(rememberedMember()?.name).toBe(name)
})

test.each([
  ['is damaged', '{"id":'],
  ['is another thing', '"x"'],
  ['lacks its id', JSON.stringify({ ...profile, id: undefined })],
])('Nobody is remembered where the copy of the profile %s', (_, text) => {
  signIn()
  localStorage.setItem('club-bravo.profile', text)
  expect(rememberedMember()).toBeNull()
})

test('Signing out leaves nothing, sign-ins under way included, and the next sign-in asks for the password', () => {
  signIn()
  localStorage.setItem('club-bravo.oidc.state', '{"code_verifier":"x"}')
  localStorage.setItem('club-bravo.language', 'tc')
  sessionStorage.setItem('anything', 'x')
  clearStoredSession()
  expect(storedToken()).toBeNull()
  expect(rememberedMember()).toBeNull()
  expect(Object.keys(localStorage).toSorted()).toEqual(['club-bravo.ask-password', 'club-bravo.language'])
  expect(sessionStorage.length).toBe(0)
  expect(mustReauthenticate()).toBe(true)
  signIn()
  expect(mustReauthenticate()).toBe(false)
})

test('News of the same member are taken over; news of another are not', () => {
  signIn()
  storeProfile({ ...profile, available_points: 500 })
  expect(rememberedMember()?.points).toBe(500)
  storeProfile({ ...profile, id: 'm2', available_points: 9 })
  expect(rememberedMember()).toMatchObject({ id: 'm1', points: 500 })
  clearStoredSession()
  storeProfile(profile)
  expect(localStorage.getItem('club-bravo.profile')).toBeNull()
})

test('Only a change of the person is a change of the member', () => {
  signIn()
  const changed = vi.fn<(memberId: string | null) => void>()
  const unwatch = watchMemberChange(changed)
  storeProfile({ ...profile, available_points: 500 })
  expect(changed).not.toHaveBeenCalled()
  signIn({ ...profile, id: 'm2' })
  expect(changed).toHaveBeenLastCalledWith('m2')
  clearStoredSession()
  expect(changed).toHaveBeenLastCalledWith(null)
  expect(changed).toHaveBeenCalledTimes(2)
  unwatch()
})
