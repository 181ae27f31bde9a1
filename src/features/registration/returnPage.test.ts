import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { storeReturnPage, storedReturnPage } from './returnPage.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})

// Files of tests share their globals.
afterAll(() => {
  vi.unstubAllGlobals()
})

test('The page from which a guest came is kept until they join from another', () => {
  expect(storedReturnPage()).toBeNull()
  storeReturnPage('/en/reward-detail/concert-tote?a=b#terms')
  expect(storedReturnPage()).toBe('/en/reward-detail/concert-tote?a=b#terms')
  storeReturnPage(null)
  expect(storedReturnPage()).toBeNull()
})

test.each(['/tc/add-ticket', '/tc/scan-preview?scan=5ea5680a-41fc-421e-8464-c83d0b175276'])(
  'The page of a ticket that joining has credited is none to go back to: %s',
  (path) => {
    storeReturnPage(path)
    expect(storedReturnPage()).toBeNull()
  },
)

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/login', ''])(
  'Joining never leads back to %j',
  (path) => {
    storeReturnPage(path)
    expect(storedReturnPage()).toBeNull()
  },
)

test('Where the browser keeps nothing, there is no way back', () => {
  vi.stubGlobal('sessionStorage', undefined)
  storeReturnPage('/en/scanner')
  expect(storedReturnPage()).toBeNull()
})
