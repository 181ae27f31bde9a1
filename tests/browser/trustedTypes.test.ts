import { expect, test } from 'vitest'
import { trustedScriptUrl } from '#src/offline/trustedTypes.ts'

test('A script of this site is trusted, whole or relative', () => {
  expect(`${trustedScriptUrl('/sw.js')}`).toBe(`${location.origin}/sw.js`)
  expect(`${trustedScriptUrl(`${location.origin}/assets/decoder.js`)}`).toBe(`${location.origin}/assets/decoder.js`)
})

test.each(['https://evil.example/sw.js', '//evil.example/sw.js', 'data:text/javascript,alert(1)', 'blob:null/1'])(
  'A script of another site is not: %s',
  (address) => {
    expect(() => trustedScriptUrl(address)).toThrow('Scripts come from this site alone.')
  },
)
