import * as v from 'valibot'
import { expect, test } from 'vitest'
import { birthYearChoices, fieldSchemas } from './profileFields.ts'

test('The years of birth are the 120 before this one, the newest first', () => {
  const years = birthYearChoices(2026)
  expect(years).toHaveLength(120)
  expect([years[0], years[1], years.at(-1)]).toEqual([2025, 2024, 1906])
})

const taken = (field: 'salutations' | 'gender' | 'school_type', words: string) =>
  words.split(' ').filter((word) => v.is(fieldSchemas[field], word))

test('Titles, genders and types of school are the specification’s, and no others', () => {
  const all = 'prof dr mr mrs ms miss male female other kindergarten primary_school secondary_school post_secondary'
  expect(taken('salutations', all)).toEqual(['prof', 'dr', 'mr', 'mrs', 'ms'])
  expect(taken('gender', all)).toEqual(['male', 'female', 'other'])
  expect(taken('school_type', all)).toEqual(['kindergarten', 'primary_school', 'secondary_school', 'post_secondary'])
})
