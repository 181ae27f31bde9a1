/** A line of CSV with its line break. Source: RFC 4180. */
export function csvLine(fields: readonly (string | number)[]): string {
  const cells = fields.map((field) => {
    const cell = String(field)
    return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  })
  return `${cells.join(',')}\r\n`
}
