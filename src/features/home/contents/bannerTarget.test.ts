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

test('A campaign with an external address is opened directly', () => {
  expect(bannerTarget({ alias: 'schools', external_alias: null }, campaigns)).toEqual({
    kind: 'external',
    url: 'https://example.org/schools',
  })
})

test('A banner of an unknown campaign opens the campaign page, which reports it as missing', () => {
  expect(bannerTarget({ alias: 'gone', external_alias: null }, [])).toEqual({ kind: 'campaign', alias: 'gone' })
})

test('A banner can have its own link, or none', () => {
  const url = 'https://example.org/broadcasts'
  expect(bannerTarget({ alias: null, external_alias: url }, campaigns)).toEqual({ kind: 'external', url })
  expect(bannerTarget({ alias: null, external_alias: null }, campaigns)).toBeNull()
})
