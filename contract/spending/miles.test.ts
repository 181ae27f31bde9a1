import { expect, test } from 'vitest'
import { faultOfConversion, isConvertible, milesOf, minimumOf, type MilesWish, mostOf } from './miles.ts'

const config = { rate: 4, options: [1000, 2000, 3000] }
const wish: MilesWish = {
  points: 1000,
  firstName: 'Ada',
  lastName: 'Chan',
  membershipNumber: '1234567890',
}
const errorOf = (change: Partial<MilesWish>, terms = config) => faultOfConversion({ ...wish, ...change }, terms)?.error

test('A conversion is checked in the order of the specification', () => {
  expect(errorOf({})).toBeUndefined()
  expect(errorOf({ points: 1001, firstName: '' })).toBe('invalid_point_conversion')
  expect(errorOf({ points: 2 })).toBe('invalid_point_conversion')
  expect(errorOf({ points: null, firstName: '' })).toBe('required')
  expect(errorOf({ points: 996, firstName: '' })).toBe('min_points_not_reached')
  expect(errorOf({ points: 0 })).toBe('min_points_not_reached')
  expect(errorOf({ points: -1000 })).toBe('min_points_not_reached')
  expect(errorOf({ firstName: ' ' })).toBe('required')
  expect(errorOf({ points: 0 }, { rate: 4, options: [0] })).toBe('invalid_asia_miles')
})

test('What is missing is named', () => {
  expect(faultOfConversion({ ...wish, lastName: '', membershipNumber: ' ' }, config)?.fields).toEqual([
    'lastName',
    'membershipNumber',
  ])
})

test('The least to convert is the first suggested amount, and miles are whole', () => {
  expect(minimumOf(config)).toBe(1000)
  expect(minimumOf({ options: [] })).toBe(1000)
  expect(milesOf(1000, config)).toBe(250)
  expect(milesOf(1003, config)).toBe(250)
})

test('The most to convert is a multiple of the rate, and nothing below the least', () => {
  expect([4523, 4520, 1003, 999, 0].map((balance) => mostOf(balance, config))).toEqual([4520, 4520, 1000, 0, 0])
  expect([1000, 1002, 996, 0].map((points) => isConvertible(points, config))).toEqual([true, false, false, false])
  expect(mostOf(3, { rate: 4, options: [0] })).toBe(0)
})
