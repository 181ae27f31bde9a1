import { expect, test } from 'vitest'
import { passwordFaults, refusedFields } from './passwordRules.ts'

const entry = (password: string, repeated = password, current: string | null = null) =>
  passwordFaults({ current, password, repeated })

test('A password of 8 to 200 characters, typed twice, is accepted: of any script, with spaces, as emoji', () => {
  for (const password of ['8letters', '   two spaces', '🎻'.repeat(8), '樂'.repeat(200), 'שלום עולם'])
    expect(entry(password)).toEqual({})
})

test('Too short, too long and missing passwords are told apart, by characters and not by bytes', () => {
  expect(entry('')).toEqual({ password: 'missing', repeated: 'missing' })
  expect(entry('🎻'.repeat(7))).toEqual({ password: 'short' })
  expect(entry('樂'.repeat(201))).toEqual({ password: 'long' })
})

test('The second password must be the first, to the letter and the space', () => {
  expect(entry('seven violins', '')).toEqual({ repeated: 'missing' })
  expect(entry('seven violins', 'Seven violins')).toEqual({ repeated: 'differs' })
  expect(entry('seven violins', 'seven violins ')).toEqual({ repeated: 'differs' })
})

test('A signed-in member also gives the current password, whatever its length', () => {
  expect(entry('seven violins', 'seven violins', '')).toEqual({ current: 'missing' })
  expect(entry('seven violins', 'seven violins', 'x')).toEqual({})
})

test('The new password is another one than the current', () => {
  expect(entry('seven violins', 'seven violins', 'seven violins')).toEqual({ password: 'same' })
})

test('A field that the server refuses is the field that the page marks', () => {
  expect(refusedFields({ current_password: [] })).toEqual({ current: 'wrong' })
  expect(refusedFields({ password: [] })).toEqual({ password: 'common' })
  expect(refusedFields({ token: [] })).toEqual({})
})
