import { describe, expect, test } from 'vitest'
import { preferredEncoding } from './encodings.ts'

describe('the preferred encoding', () => {
  test.each([
    [null, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
    ['gzip ; q=0.7 , br ; q=0.7', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=lots', 'identity'],
    ['zstd, deflate', 'identity'],
  ])('for %j is %s', (header, encoding) => {
    expect(preferredEncoding(header)).toBe(encoding)
  })

  test('is always an existing one', () => {
    expect(preferredEncoding('br, gzip;q=0.1', ['gzip', 'identity'])).toBe('gzip')
    expect(preferredEncoding('br, gzip', ['identity'])).toBe('identity')
  })
})
