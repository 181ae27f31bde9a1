import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MemberProfile } from '#contract/member/member.ts'
import { profileOf } from '#tests/support/profile.ts'
import { requireSubmitted } from './guards.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Where the account leads a member of a state, by the route; null if it opens. */
function accountOf(state: MemberProfile['is_submitted_profile']): unknown {
  stored.set('jwt-token', 'token')
  stored.set('club-bravo.profile', JSON.stringify(profileOf({ is_submitted_profile: state })))
  try {
    requireSubmitted({ params: { lang: 'en' } })
    return null
  } catch (redirect) {
    return redirect instanceof Response ? Reflect.get(redirect, 'options').to : redirect
  }
}

test('The account leads to the page of the way to join that is not completed, and opens once it is', () => {
  const states = ['default', 'existing', 'free', 'red', 'sc', 'ya', 'free-tier-upgrade', 'submitted'] as const
  expect(states.map((state) => [state, accountOf(state)])).toEqual([
    ['default', '/$lang/registration'],
    ['existing', '/$lang/registration-existing'],
    ['free', '/$lang/registration-free'],
    ['red', '/$lang/registration-red'],
    ['sc', '/$lang/registration-sc'],
    ['ya', '/$lang/registration-ya'],
    ['free-tier-upgrade', '/$lang/registration-free-tier-upgrade'],
    ['submitted', null],
  ])
})
