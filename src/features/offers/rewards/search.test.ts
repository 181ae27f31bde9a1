import { expect, test } from 'vitest'
import { isFiltered, readRewardSearch } from './search.ts'

test('An invalid address applies no filter', () => {
  const search = readRewardSearch({ q: '  ', category: 'cars', affordable: 'yes', tier: 'Platinum', page: '2' })
  expect(isFiltered(search)).toBe(false)
})

test('A valid address is read completely, and an invalid one as far as it is valid', () => {
  expect(readRewardSearch({ q: ' bag ', category: 'lifestyle', affordable: '1', tier: 'Red' })).toEqual({
    q: 'bag',
    category: 'lifestyle',
    affordable: '1',
    tier: 'Red',
  })
  expect(readRewardSearch({ category: 'restaurant', tier: '<script>' })).toMatchObject({ category: 'restaurant' })
})
