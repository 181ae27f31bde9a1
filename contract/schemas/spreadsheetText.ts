/** What a spreadsheet takes for a formula, also after apostrophes that stand for text. */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/u

/**
 * A text for a cell of a CSV file. A spreadsheet would run one that begins like a formula, so such a text gets an
 * apostrophe before it. Source: OWASP, CSV injection.
 */
export function spreadsheetText(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text of a cell, as it was before `spreadsheetText`. */
export function textOfSpreadsheet(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
