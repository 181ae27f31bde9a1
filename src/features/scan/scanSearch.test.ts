import * as v from 'valibot'
import { expect, it } from 'vitest'
import { selectedScanIds, scanSearchValue, ScanSearch } from './scanSearch.ts'

const one = '3f0c1c1e-54a1-4b62-9df0-6b2a2f3f9a10'
const two = '8d7a4ad2-6f0e-4a36-8a55-1f1d2c3b4a5e'

it('keeps the order of the scans in an address, without duplicates', () => {
  expect(selectedScanIds(scanSearchValue([two, one, two]))).toEqual([two, one])
})

it.each([undefined, '', ',', 'undefined', '../../etc', `${one}x`])('finds no scan in %s', (scan) => {
  expect(selectedScanIds(scan)).toEqual([])
})

it.each([{}, { scan: 12 }, { scan: null }, { scan: ['a'] }])(
  'treats any other address as one without scans: %j',
  (search) => {
    expect(v.parse(ScanSearch, search).scan).toBeUndefined()
  },
)
