import { expect, test } from 'vitest'
import { mailName } from './mailName.ts'

const both = { firstName: 'Ada', chineseName: '陳大文' }

test('A mail in Chinese calls its reader by the Chinese name, one in English by the first name', () => {
  expect(mailName(both, 'en', true)).toBe('Ada')
  expect(mailName(both, 'tc', true)).toBe('陳大文')
  expect(mailName(both, 'sc', true)).toBe('陳大文')
})

test('Where one name is missing it is the other, and without both none', () => {
  expect(mailName({ firstName: 'Ada', chineseName: ' ' }, 'tc', true)).toBe('Ada')
  expect(mailName({ firstName: null, chineseName: '陳大文' }, 'en', true)).toBe('陳大文')
  expect(mailName({ firstName: null, chineseName: null }, 'en', true)).toBeNull()
})

test('A mail to an address that nobody has proved holds no name', () => {
  expect(mailName(both, 'en', false)).toBeNull()
})
