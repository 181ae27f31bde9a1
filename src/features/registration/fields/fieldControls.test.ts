import { expect, test } from 'vitest'
import { fieldControls } from './fieldControls.ts'

/** What a field offers, in its order. */
function offered(field: keyof typeof fieldControls): string[] {
  const control = fieldControls[field]
  return control.kind === 'options' ? Object.keys(control.options) : []
}

test('A form offers the titles, genders and types of school of the specification, and no others', () => {
  expect(offered('salutations')).toEqual(['prof', 'dr', 'mr', 'mrs', 'ms'])
  expect(offered('gender')).toEqual(['male', 'female', 'other'])
  expect(offered('school_type')).toEqual(['kindergarten', 'primary_school', 'secondary_school', 'post_secondary'])
})
