import { expect, test } from 'vitest'
import { isHeic, studentCardType } from './studentCard.ts'

const file = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

test('A student card is a picture or a PDF by its content, whatever it is called', () => {
  expect(studentCardType(file('\u00ff\u00d8\u00ff\u00e0'))).toBe('image/jpeg')
  expect(studentCardType(file('\u0089PNG\r\n\u001a\n...'))).toBe('image/png')
  expect(studentCardType(file('RIFF1234WEBPVP8 '))).toBe('image/webp')
  expect(studentCardType(file('%PDF-1.7'))).toBe('application/pdf')
  for (const other of [
    '',
    '%PD',
    '<html>%PDF-1.7',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    'RIFF1234WAVE',
    'GIF89a',
  ])
    expect([other, studentCardType(file(other))]).toEqual([other, null])
})

test('A HEIC photo is told from other pictures by its content', () => {
  for (const brand of ['heic', 'mif1']) expect(isHeic(file(`1234ftyp${brand}`))).toBe(true)
  for (const other of ['', '1234ftyp', '1234ftypavif', '1234ftypmp42', 'heic']) expect(isHeic(file(other))).toBe(false)
})
