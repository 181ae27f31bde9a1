import { beforeEach, expect, test, vi } from 'vitest'
import {
  announceSession,
  clearStoredSession,
  storeProfile,
  storeSession,
  storedToken,
} from '#src/session/storedSession.ts'
import { rememberedMember, watchMemberChange } from '#src/session/member.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { profileOf } from '#tests/support/profile.ts'

const profile = profileOf()
const signIn = (of: MemberProfile = profile) => storeSession({ token: 'secret', renewAt: 1, profile: of })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('A signed-in member is remembered, and the token is stored under the key from the specification', () => {
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
])('A profile with %j has the display name %s', (change, name) => {
  signIn({ ...profile, ...change })
  expect(rememberedMember()?.name).toBe(name)
})

test.each([
  ['is damaged', '{"id":'],
  ['is not an object', '"x"'],
  ['lacks its id', JSON.stringify({ ...profile, id: undefined })],
])('No member is restored if the stored profile %s', (_, text) => {
  signIn()
  localStorage.setItem('club-bravo.profile', text)
  expect(rememberedMember()).toBeNull()
})

test('Signing out removes everything, including pending sign-ins; where nobody is signed in, a sign-in that has begun goes on', () => {
  signIn()
  localStorage.setItem('club-bravo.oidc.state', '{"code_verifier":"x"}')
  localStorage.setItem('club-bravo.language', 'tc')
  sessionStorage.setItem('anything', 'x')
  expect(clearStoredSession()).toBe('secret')
  expect(storedToken()).toBeNull()
  expect(rememberedMember()).toBeNull()
  expect(Object.keys(localStorage)).toEqual(['club-bravo.language'])
  expect(sessionStorage.length).toBe(0)
  localStorage.setItem('club-bravo.oidc.next', '{"code_verifier":"y"}')
  expect(clearStoredSession()).toBeNull()
  expect(Object.keys(localStorage).toSorted()).toEqual(['club-bravo.language', 'club-bravo.oidc.next'])
})

test('Updates of the same member are applied; updates of another member are ignored', () => {
  signIn()
  storeProfile({ ...profile, available_points: 500 })
  expect(rememberedMember()?.points).toBe(500)
  storeProfile({ ...profile, id: 'm2', available_points: 9 })
  expect(rememberedMember()).toMatchObject({ id: 'm1', points: 500 })
  clearStoredSession()
  storeProfile(profile)
  expect(localStorage.getItem('club-bravo.profile')).toBeNull()
})

test('Only another person counts as a change of the member', () => {
  signIn()
  const changed = vi.fn<(memberId: string | null) => void>()
  const unwatch = watchMemberChange(changed)
  storeProfile({ ...profile, available_points: 500 })
  expect(changed).not.toHaveBeenCalled()
  signIn({ ...profile, id: 'm2' })
  expect(changed).toHaveBeenLastCalledWith('m2')
  clearStoredSession()
  announceSession()
  expect(changed).toHaveBeenLastCalledWith(null)
  expect(changed).toHaveBeenCalledTimes(2)
  unwatch()
})

test('A page that comes back from the page cache learns who has signed out meanwhile', () => {
  signIn()
  const onChange = vi.fn<(memberId: string | null) => void>()
  const stop = watchMemberChange(onChange)
  localStorage.clear()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(onChange.mock.calls).toEqual([[null]])
  stop()
})
