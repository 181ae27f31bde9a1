import { csvLine } from '#contract/schemas/csvLine.ts'

/** Gives somebody a CSV file, with a byte order mark, by which Excel recognises UTF-8. */
export function downloadCsv(name: string, lines: readonly (readonly (string | number)[])[]): void {
  const text = `\uFEFF${lines.map(csvLine).join('')}`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The day in Hong Kong, for the name of a file: `2026-11-30`. */
export const fileDay = (): string => new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10)
