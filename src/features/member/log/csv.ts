import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'

/** A cell: text, or a number, which a spreadsheet may calculate with. */
export type Cell = string | number

function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  return `"${spreadsheetText(cell).replaceAll('"', '""')}"`
}

/** Rows as CSV that spreadsheets open as they are: UTF-8 with a byte order mark, commas, CRLF. Source: RFC 4180. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}
