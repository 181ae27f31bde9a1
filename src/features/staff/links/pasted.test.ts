import { expect, test } from 'vitest'
import { emailsIn, numbersIn } from './pasted.ts'

test('Addresses are found in a pasted column, a line of a mail program, or a sentence, each once', () => {
  const text = 'Name\tEmail\nAda Chan\tAda@Club.Example\n"Bo" <bo@club.example>; ada@club.example, (cy@club.example)'
  expect(emailsIn(text)).toEqual({ found: ['ada@club.example', 'bo@club.example', 'cy@club.example'], wrong: [] })
  expect(emailsIn('')).toEqual({ found: [], wrong: [] })
})

test('What looks like an address and is none is named', () => {
  expect(emailsIn('ada@club, bo@club.example, @bo')).toEqual({ found: ['bo@club.example'], wrong: ['ada@club', '@bo'] })
})

test('Member numbers are found in a pasted list, and words without a digit are named', () => {
  expect(numbersIn('ob1001\nOB1002, OB1001; none')).toEqual({ found: ['OB1001', 'OB1002'], wrong: ['NONE'] })
})
