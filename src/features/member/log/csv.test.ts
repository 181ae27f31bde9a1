import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('Rows are UTF-8 with a byte order mark, one line each, with quotes doubled and figures as figures', () => {
  expect(
    toCsv([
      ['日期', 'What, "exactly"'],
      ['two\nlines', -1500],
    ]),
  ).toBe('\uFEFF"日期","What, ""exactly"""\r\n"two\nlines",-1500\r\n')
})

test.each(['=HYPERLINK("x")', '+1', '-1+cmd|x', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\n@x'])(
  'A text that begins like a formula (%j) stays a text',
  (text) => {
    expect(toCsv([[text]]).slice(0, 3)).toBe(`\uFEFF"'`)
  },
)

test('A text that only contains such signs is left as it is', () => {
  expect(toCsv([['A + B = C', '–', '']])).toBe('\uFEFF"A + B = C","–",""\r\n')
})
