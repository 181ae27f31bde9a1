import { assert, constantFrom, oneof, property, string, webUrl } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeReturnTo } from './returnTo.ts'

describe('The address to return to after signing in', () => {
  it.each([
    '/',
    '/en',
    '/tc/my-scans',
    '/sc/scan-preview?scan=a,b#top',
    '/en/?next=//evil.example',
    '/en#//evil.example',
  ])('may be a path of the app: %s', (address) => {
    expect(safeReturnTo(address)).toBe(address)
  })

  it.each([
    ['another host', 'https://evil.example/'],
    ['the own host spelled out', 'https://own.invalid/en'],
    ['a host without a scheme', '//evil.example'],
    ['three slashes', '///evil.example'],
    ['a backslash', '/\\evil.example'],
    ['two backslashes', '\\\\evil.example'],
    ['a slash after a backslash', '\\/evil.example'],
    ['a tab that the browser drops', '/\t/evil.example'],
    ['a line feed that the browser drops', '/\n/evil.example'],
    ['a carriage return before a backslash', '/\r\\evil.example'],
    ['dots that climb to a host', '/..//evil.example'],
    ['dots inside a path that climb to a host', '/en/..//evil.example'],
    ['encoded dots that climb to a host', '/%2e%2e//evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a script after a slash and a line feed', '\njavascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a scheme without slashes', 'https:evil.example'],
    ['a user before a host', 'https://club@evil.example'],
    ['a relative path', 'en/my-scans'],
    ['a space in front', ' /en'],
    ['nothing', ''],
    ['no text', null],
    ['a number', 7],
    ['a list', ['/en']],
    ['the sign-in page', '/login'],
    ['the sign-in page with a code', '/login?code=x'],
    ['the sign-in page by a detour', '/en/../login'],
  ])('is home for %s', (_, address) => {
    expect(safeReturnTo(address)).toBe('/')
  })

  it.each(['/%2F%2Fevil.example', '/%5Cevil.example', '/%09/evil.example'])(
    'keeps an encoded form as a path: %s',
    (address) => {
      expect(new URL(safeReturnTo(address), 'https://club.example').origin).toBe('https://club.example')
    },
  )

  it('never leads to another origin, for any text', () => {
    const trickyText = string({
      unit: constantFrom('/', '\\', '.', ':', '@', '\t', '\n', '%2f', '?', '#', 'e', 'javascript', '//'),
    })
    assert(
      property(oneof(trickyText, string({ unit: 'binary' }), webUrl()), (text) => {
        const safe = safeReturnTo(text)
        expect(new URL(safe, 'https://club.example').origin).toBe('https://club.example')
        expect(safeReturnTo(safe)).toBe(safe)
      }),
      { numRuns: 2000 },
    )
  })
})
