import { expect, test } from 'vitest'
import { digitsOf, pointsOfDigits } from './pointsInput.ts'

test('Digits of any keyboard are an amount, also as people copy it', () => {
  for (const typed of ['1000', '１０００', ' 1000\n', '1,000', '１，０００', '01000'])
    expect(digitsOf(typed)).toBe('1000')
  expect(digitsOf('12,345,678')).toBe('12345678')
  expect(digitsOf('0')).toBe('0')
})

test('What is not a whole number is refused as a whole, rather than read as another number', () => {
  const others = [
    '-',
    '-500',
    '−500',
    '－５００',
    '(500)',
    '+500',
    '1000.5',
    '1.000',
    '1e3',
    '1E3',
    '0x10',
    '½',
    '1,00',
    '1 000',
    '一千',
  ]
  for (const typed of [...others, '123456789']) expect(digitsOf(typed)).toBeNull()
})

test('An empty field is no amount, which isn’t the same as 0', () => {
  expect(digitsOf('  ')).toBe('')
  expect(pointsOfDigits('')).toBeNull()
  expect(pointsOfDigits('0')).toBe(0)
})
