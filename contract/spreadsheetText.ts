/**
 * A text for a cell of a CSV file. A spreadsheet would run one that begins like a formula, so such a text gets an apostrophe before it. Source:
 * OWASP, CSV injection.
 */
export function spreadsheetText(text: string): string {
  return /^\s*[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text
}
