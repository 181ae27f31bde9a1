import { expect, test } from 'vitest'
import type { Corners } from '#qr-flatten/cornerGeometry.ts'
import { classifyCode } from './code.ts'

const corners: Corners = [
  { x: 0, y: 0 },
  { x: 9, y: 0 },
  { x: 9, y: 9 },
  { x: 0, y: 9 },
]
const kindOf = (text: string, knownCharacters = true) => classifyCode(text, knownCharacters, corners).kind

test('A code of any language, with emoji, line ends or the separators of GS1, can be submitted', () => {
  for (const text of [
    'CB-2026-000123',
    '香港管弦樂團 🎻',
    'BEGIN:VCARD\r\nN:Chan\r\n',
    '0101234\u001D21ABC\u001E',
    '\uFEFFA',
    'café',
  ]) {
    expect(classifyCode(text, true, corners)).toEqual({ kind: 'text', text, corners })
  }
})

test('A code of up to 2,048 bytes can be submitted, one byte more is too long', () => {
  expect(kindOf('x'.repeat(2048))).toBe('text')
  expect(kindOf('x'.repeat(2049))).toBe('too_long')
  expect(kindOf('場'.repeat(682))).toBe('text')
  expect(kindOf('場'.repeat(683))).toBe('too_long')
})

test('Bytes that are not text are reported as such, and never passed on as text', () => {
  expect(kindOf('\u0089PNG\r\n\u001A\n\u0000')).toBe('binary')
  expect(kindOf('\u0080\u0081þÿ')).toBe('binary')
  expect(kindOf('ticket \uFFFD')).toBe('binary')
  expect(kindOf('ticket', false)).toBe('binary')
})

test('A text with control characters is read like any other, for the member to send', () => {
  for (const text of ['TICKET\u0000', '\u0007CB-1', 'A\u001BB\u007F']) {
    expect(classifyCode(text, true, corners)).toEqual({ kind: 'text', text, corners })
  }
})

test('A code of only white space is empty', () => {
  expect(kindOf(' \n\t ')).toBe('blank')
})
