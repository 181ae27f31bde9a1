import { expect, test } from 'vitest'
import { trustedScriptUrl } from '#src/platform/trustedTypes.ts'

test('A script of this site is trusted, with an absolute or relative URL', () => {
  expect(new URL(trustedScriptUrl('/sw.js')).href).toBe(`${location.origin}/sw.js`)
  expect(new URL(trustedScriptUrl(`${location.origin}/a/b.js`)).href).toBe(`${location.origin}/a/b.js`)
})

test.each(['https://evil.example/sw.js', '//evil.example/sw.js', 'data:text/javascript,alert(1)', 'blob:null/1'])(
  'A script of another site is not trusted: %s',
  (address) => {
    expect(() => trustedScriptUrl(address)).toThrow('Scripts come from this site alone.')
  },
)
