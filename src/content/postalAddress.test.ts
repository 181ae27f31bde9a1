import { expect, test } from 'vitest'
import { address } from '#tests/support/postalAddress.ts'
import { linesOf } from './postalAddress.ts'

const countries = [{ id: 'hk', name: { en: 'Hong Kong', tc: '香港', sc: '' } }]

test('An address has its lines in the specification’s order, the country by name, and blank ones empty', () => {
  expect(linesOf({ ...address, road_or_street: ' ' }, countries, 'tc').map(({ line, text }) => [line, text])).toEqual([
    ['flat_or_unit', 'B'],
    ['floor', '12'],
    ['block_or_phase', null],
    ['house_or_building_estate', 'Lion Rock Gardens'],
    ['road_or_street', null],
    ['district', 'Kowloon City'],
    ['country', '香港'],
  ])
  expect(linesOf(undefined, countries, 'en').every(({ text }) => text === null)).toBe(true)
  expect(linesOf(address, [], 'en').at(-1)?.text).toBe('hk')
})
