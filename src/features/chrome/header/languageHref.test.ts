import { describe, expect, it } from 'vitest'
import { languageHref } from './languageHref.ts'

describe('Changing the language', () => {
  it.each([
    ['/en', '/tc'],
    ['/en/', '/tc/'],
    ['/sc/my-scans', '/tc/my-scans'],
    ['/en/scan-preview?scan=a,b#top', '/tc/scan-preview?scan=a,b#top'],
    ['/en?from=home', '/tc?from=home'],
    ['/en#points', '/tc#points'],
    ['/login?code=x', '/tc'],
    ['/english/page', '/tc'],
    ['/', '/tc'],
  ])('from %s leads to %s', (href, expected) => {
    expect(languageHref(href, 'tc')).toBe(expected)
  })
})
