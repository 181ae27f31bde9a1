import { expect, test } from 'vitest'
import { isFiltered, readLogSearch } from './logSearch.ts'

test('A valid address is read completely, an invalid one as far as it is valid', () => {
  expect(readLogSearch({ type: 'miles', month: '2026-10', page: '2' })).toEqual({ type: 'miles', month: '2026-10' })
  expect(readLogSearch({ type: 'bribes', month: '2026-10' })).toMatchObject({ month: '2026-10' })
  expect(isFiltered(readLogSearch({ type: '', month: '2026-1' }))).toBe(false)
  expect(isFiltered(readLogSearch({ type: 'other' }))).toBe(true)
})
