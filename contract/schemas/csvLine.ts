/** A line of CSV with its line break. Source: RFC 4180. */
export function csvLine(fields: readonly (string | number)[]): string {
  const cells = fields.map((field) => {
    const cell = String(field)
    return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  })
  return `${cells.join(',')}\r\n`
}

/** Lines as a file, with a byte order mark, by which Excel recognises UTF-8. */
export const csvFile = (lines: readonly (readonly (string | number)[])[]): Blob =>
  new Blob(['\uFEFF', ...lines.map(csvLine)], { type: 'text/csv;charset=utf-8' })
