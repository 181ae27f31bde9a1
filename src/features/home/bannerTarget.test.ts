import { expect, test } from 'vitest'
import { bannerTarget } from './bannerTarget.ts'

const campaigns = [
  { alias: 'season', kind: 'static', external_url: null },
  { alias: 'schools', kind: 'external', external_url: 'https://example.org/schools' },
] as const

test('A banner leads to its campaign', () => {
  expect(bannerTarget({ alias: 'season', external_alias: null }, campaigns)).toEqual({
    kind: 'campaign',
    alias: 'season',
  })
})

test('A campaign that is an address elsewhere is reached without a page between', () => {
  expect(bannerTarget({ alias: 'schools', external_alias: null }, campaigns)).toEqual({
    kind: 'external',
    url: 'https://example.org/schools',
  })
})

test('A campaign that nobody knows (yet) has its page say so', () => {
  expect(bannerTarget({ alias: 'gone', external_alias: null }, [])).toEqual({ kind: 'campaign', alias: 'gone' })
})

test('A banner may lead elsewhere by itself, or nowhere', () => {
  const url = 'https://example.org/broadcasts'
  expect(bannerTarget({ alias: null, external_alias: url }, campaigns)).toEqual({ kind: 'external', url })
  expect(bannerTarget({ alias: null, external_alias: null }, campaigns)).toBeNull()
})
