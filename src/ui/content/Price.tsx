import { formatMoney } from '#src/i18n/numbers.ts'

/** An amount of Hong Kong dollars: `HK$300`. */
export function Price({ dollars }: { dollars: number }) {
  return <data value={dollars}>{formatMoney(dollars)}</data>
}
