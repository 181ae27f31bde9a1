// Not by `Intl`: its first formatter costs a slow phone a tenth of a second, before the page can be used.
const betweenThousands = /\B(?=(?:\d{3})+(?!\d))/g

/** Points with thousand separators: `12,345`. Whole numbers. */
export function formatPoints(points: number): string {
  return String(points).replace(betweenThousands, ',')
}

/** Points that were given or taken: `+1,200`, `−300`. */
export function formatChange(points: number): string {
  return points < 0 ? `−${formatPoints(-points)}` : `+${formatPoints(points)}`
}

/** Hong Kong dollars, cents only if there are any: `HK$300`, `HK$1,280.50`. */
export function formatMoney(dollars: number): string {
  const [whole, cents] = dollars.toFixed(2).split('.')
  return `HK$${formatPoints(Number(whole))}${cents === '00' ? '' : `.${cents}`}`
}
