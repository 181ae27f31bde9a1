import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadsheetText, textOfSpreadsheet } from './spreadsheetText.ts'

test('No text for a spreadsheet begins as a formula does, and each is read again as it was', () => {
  const beginnings = fc.constantFrom('', "'", "''", ' ', '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＠')
  const texts = fc.array(fc.oneof(beginnings, fc.string()), { maxLength: 4 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const cell = spreadsheetText(text)
      expect(cell).not.toMatch(/^\s*[=+\-@\t\r\n＝＋－＠]/u)
      expect(textOfSpreadsheet(cell)).toBe(text)
    }),
  )
})
