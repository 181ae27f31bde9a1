const grouped = new Intl.NumberFormat('en-HK', { maximumFractionDigits: 0 })
const money = new Intl.NumberFormat('en-HK', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Points with thousand separators: `12,345`. */
export function formatPoints(points: number): string {
  return grouped.format(points)
}

/** Hong Kong dollars, cents only if there are any: `HK$300`, `HK$1,280.50`. */
export function formatMoney(dollars: number): string {
  return `HK$${Number.isInteger(dollars) ? grouped.format(dollars) : money.format(dollars)}`
}
