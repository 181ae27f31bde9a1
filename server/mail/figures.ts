const grouped = new Intl.NumberFormat('en')

/** A number with thousand separators, as every language of the club writes it. */
export function formatFigure(value: number): string {
  return grouped.format(value)
}
