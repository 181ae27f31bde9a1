import { expect, test } from 'vitest'
import { recordOf } from '#contract/keysOf.ts'
import { languages } from '#contract/language.ts'
import { address } from '#tests/support/postalAddress.ts'
import { addressLines } from './profileTable.ts'
import { isAddressComplete, linesOf, shippingAddressOf, writtenAddress } from './postalAddress.ts'

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

const countries = [{ id: 'hk', name: { en: 'Hong Kong', tc: '香港', sc: '' } }]

test('An address has its lines in the specification’s order, the country by name, and blank ones empty', () => {
  expect(linesOf({ ...address, road_or_street: ' ' }, countries, 'en').map(({ line, text }) => [line, text])).toEqual([
    ['flat_or_unit', 'B'],
    ['floor', '12'],
    ['block_or_phase', null],
    ['house_or_building_estate', 'Lion Rock Gardens'],
    ['road_or_street', null],
    ['district', 'Kowloon City'],
    ['country', 'Hong Kong'],
  ])
  expect(linesOf(undefined, countries, 'en').every(({ text }) => text === null)).toBe(true)
  expect(linesOf(address, [], 'en').at(-1)?.text).toBe('hk')
})

const textsOf = (...written: Parameters<typeof writtenAddress>) => writtenAddress(...written).map(({ text }) => text)

test('An address is written from the flat to the country, and one in Chinese the other way round, whoever reads it', () => {
  const english = ['B', '12', 'Lion Rock Gardens', 'Kowloon City', 'Hong Kong']
  for (const lang of languages) expect(textsOf({ ...address, road_or_street: ' ' }, countries, lang)).toEqual(english)
  const chinese = { ...address, house_or_building_estate: '海景大廈', road_or_street: '琴台街', district: '灣仔區' }
  for (const lang of languages) expect(textsOf(chinese, countries, lang).at(0)).toBe('香港')
  expect(textsOf(chinese, countries, 'en').at(-1)).toBe('B')
  expect(linesOf(chinese, countries, 'sc').map(({ line }) => line)).toEqual(addressLines.toReversed())
})

test('An address is stored in the shape of the profile; without any line there is none', () => {
  expect(shippingAddressOf(address)).toEqual([{ memberProfile: address }])
  expect(shippingAddressOf(recordOf(addressLines, () => null))).toEqual([])
})
