import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { profileOf } from '#tests/support/profile.ts'
import {
  forgetUpgrade,
  storedTokenUpgrade,
  storedUpgrade,
  storeToken,
  storeUpgrade,
  takeOverUpgrades,
} from './upgrade.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  for (const kind of ['sc', 'free_tier_upgrade', 'existing'] as const) forgetUpgrade(kind)
})

// Files of tests share their globals.
afterAll(() => {
  vi.unstubAllGlobals()
})

test('The token of a link is kept for its own way to join only, until it is forgotten', () => {
  storeToken('sc', 'encore-1')
  expect(storedUpgrade('sc')).toEqual({ kind: 'sc', token: 'encore-1', tier: null })
  for (const form of ['free-tier-upgrade', 'existing', 'free', 'red', 'ya'] as const)
    expect(storedUpgrade(form)).toBeNull()
  forgetUpgrade('sc')
  expect(storedTokenUpgrade('sc')).toBeNull()
})

test('The same link again changes nothing about what is known of it; another link replaces it', () => {
  const known = { kind: 'sc', token: 'encore-1', tier: 'Red', savedBy: 'ada' } as const
  storeUpgrade(known)
  storeToken('sc', 'encore-1')
  expect(storedUpgrade('sc')).toEqual(known)
  storeToken('sc', 'encore-2')
  expect(storedUpgrade('sc')).toEqual({ kind: 'sc', token: 'encore-2', tier: null })
})

test.each([
  ['no JSON', 'encore-1'],
  ['nothing', 'null'],
  ['a list', '[]'],
  ['another kind', '{"kind":"free_tier_upgrade","token":"encore-1","tier":"Red"}'],
  ['no kind', '{"token":"encore-1","tier":"Red"}'],
  ['a tier that there is not', '{"kind":"sc","token":"encore-1","tier":"Platinum"}'],
  ['a token that is no text', '{"kind":"sc","token":7,"tier":"Red"}'],
])('What this tab keeps is no upgrade if it is %s', (_case, text) => {
  stored.set('club-bravo.upgrade.sc', text)
  expect(storedUpgrade('sc')).toBeNull()
})

const refuse = () => {
  throw new DOMException('', 'SecurityError')
}

test('Where the browser keeps nothing, an upgrade lasts as long as the page', () => {
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  storeToken('free_tier_upgrade', 'encore-1')
  expect(storedTokenUpgrade('free_tier_upgrade')?.token).toBe('encore-1')
  forgetUpgrade('free_tier_upgrade')
  expect(storedTokenUpgrade('free_tier_upgrade')).toBeNull()
})

function signIn(id: string | null): void {
  const items = { 'jwt-token': id && 'token', 'club-bravo.profile': id && JSON.stringify(profileOf({ id })) }
  vi.stubGlobal('localStorage', { getItem: (key: string) => new Map(Object.entries(items)).get(key) ?? null })
}

test('What a visitor has found is the member’s whose sign-in began on its page, and nobody else’s', () => {
  for (const [page, isTaken] of [
    ['registration-sc', true],
    ['registration-existing', false],
    ['', false],
  ] as const) {
    signIn(null)
    storeToken('sc', 'encore-1')
    signIn('ada')
    expect(storedUpgrade('sc')).toBeNull()
    takeOverUpgrades(page)
    expect(storedUpgrade('sc') !== null).toBe(isTaken)
    signIn('ben')
    expect(storedUpgrade('sc')).toBeNull()
  }
})
