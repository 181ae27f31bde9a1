import { config } from '#src/config.ts'
import { formatMoney } from '#src/i18n/numbers.ts'

/** What Red and an application to the young audience scheme cost, as the server says: `HK$300`. */
export const fee = formatMoney(config.fee)
