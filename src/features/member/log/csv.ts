/** A cell: text, or a number, which a spreadsheet may calculate with. */
export type Cell = string | number

/**
 * A cell in quotes. A spreadsheet would run a text that begins like a formula, so such a text gets an apostrophe before it. Source: OWASP,
 * CSV injection.
 */
function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const harmless = /^\s*[=+\-@\t\r\n＝＋－＠]/u.test(cell) ? `'${cell}` : cell
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Rows as CSV that spreadsheets open as they are: UTF-8 with a byte order mark, commas, CRLF. Source: RFC 4180. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}
