import { beforeEach, expect, test, vi } from 'vitest'
import { keepReturnPage, keptReturnPage } from './returnPage.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})

test('The page from which a guest came is kept until they join from another', () => {
  expect(keptReturnPage()).toBeNull()
  keepReturnPage('/en/reward-detail/concert-tote?a=b#terms')
  expect(keptReturnPage()).toBe('/en/reward-detail/concert-tote?a=b#terms')
  keepReturnPage(null)
  expect(keptReturnPage()).toBeNull()
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/login', ''])(
  'Joining never leads back to %j',
  (path) => {
    keepReturnPage(path)
    expect(keptReturnPage()).toBeNull()
  },
)

test('Where the browser keeps nothing, there is no way back', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepReturnPage('/en/scanner')
  expect(keptReturnPage()).toBeNull()
})
