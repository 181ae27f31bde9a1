import { expect, test } from 'vitest'
import { address } from '#tests/support/postalAddress.ts'
import { isAddressComplete } from './postalAddress.ts'

test('Nothing can be sent to an address without house, road, district or country', () => {
  expect(isAddressComplete(address)).toBe(true)
  expect(isAddressComplete({ ...address, flat_or_unit: null, floor: null })).toBe(true)
  for (const line of ['house_or_building_estate', 'road_or_street', 'district', 'country'])
    expect(isAddressComplete({ ...address, [line]: ' ' })).toBe(false)
  expect(isAddressComplete(undefined)).toBe(false)
})

test('An address is complete with building, street, district and country', () => {
  const complete = { house_or_building_estate: 'A', road_or_street: 'B', district: 'C', country: 'hk', floor: null }
  expect(isAddressComplete(complete)).toBe(true)
  for (const line of ['house_or_building_estate', 'road_or_street', 'district', 'country'])
    for (const missing of [null, '']) expect(isAddressComplete({ ...complete, [line]: missing })).toBe(false)
})
