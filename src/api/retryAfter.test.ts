import { describe, expect, it } from 'vitest'
import { readRetryAfter } from './retryAfter.ts'

const now = Date.parse('2024-03-01T10:00:00Z')

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    [' 7 ', 7_000],
    ['Fri, 01 Mar 2024 10:00:05 GMT', 5_000],
    ['Fri, 01 Mar 2024 09:00:00 GMT', 0],
    ['soon', null],
    ['-3', null],
    ['1.5', null],
    ['', null],
  ])('%j without a Date header means %s', (value, expected) => {
    expect(readRetryAfter(new Headers({ 'retry-after': value }), now)).toBe(expected)
  })

  it('is undefined if the server sends none', () => {
    expect(readRetryAfter(new Headers(), now)).toBeNull()
  })
})
