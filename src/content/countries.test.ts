import { expect, test } from 'vitest'
import { sortCountries } from './countries.ts'

const country = (code: string, en: string) => ({ id: en, country_code: code, name: { en, tc: '', sc: '' } })

test('Hong Kong comes first, the other countries by their English name', () => {
  const listed = sortCountries([country('886', 'Taiwan'), country('86', 'China'), country('852', 'Hong Kong')])
  expect(listed.map(({ name }) => name.en)).toEqual(['Hong Kong', 'China', 'Taiwan'])
})
