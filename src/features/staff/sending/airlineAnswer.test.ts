import { expect, test } from 'vitest'
import { readAirlineAnswer } from './airlineAnswer.ts'

const read = (text: string) => readAirlineAnswer(new TextEncoder().encode(text))

test('The airline’s answer is read by its two columns, wherever they are, and each answer knows its line', () => {
  expect(
    read('\uFEFFAirline_Reference;Miles;REF_NO\r\nCX1;250; k7m2-9xq4 \r\n\r\n;;\r\nCX2;500;ABCD-1234\r\n'),
  ).toEqual({
    kind: 'read',
    lines: [2, 5],
    answers: [
      { refNo: 'K7M2-9XQ4', airlineReference: 'CX1' },
      { refNo: 'ABCD-1234', airlineReference: 'CX2' },
    ],
  })
})

test('A file without the columns, and lines without one of the two, are told apart', () => {
  expect(read('reference,airline_reference\nA,CX1')).toEqual({ kind: 'no_columns' })
  expect(read('')).toEqual({ kind: 'no_columns' })
  expect(read('ref_no,airline_reference\nA,CX1\nB,\n,CX3\nC')).toEqual({ kind: 'incomplete', lines: [3, 4, 5] })
  expect(read(`ref_no,airline_reference\nA,CX1\nB,${'9'.repeat(101)}`)).toEqual({ kind: 'too_long', lines: [3] })
})
