import { useLingui } from '@lingui/react/macro'
import type { LoggedTransaction } from '#contract/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { DateText } from '#src/ui/DateText.tsx'
import { formatChange } from '../pointChange.ts'
import { transactionMessage } from '../transactionMessages.ts'
import styles from './LogTable.module.css'

/** Explicit roles, because some browsers drop those of table elements that are laid out in another way. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** The transactions as a table, on narrow screens in two lines each. */
export function LogTable({ transactions }: { transactions: readonly LoggedTransaction[] }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  return (
    <div className={styles['frame']}>
      <table {...as.table} className={styles['table']} aria-label={t`Points log`}>
        <thead {...as.rowgroup}>
          <tr {...as.row}>
            {[t`Date`, t`Description`, t`Points`, t`Balance`].map((head, index) => (
              <th key={head} {...as.columnheader} scope="col" className={index > 1 ? styles['end'] : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...as.rowgroup}>
          {transactions.map((transaction) => (
            <tr key={transaction.id} {...as.row}>
              <td {...as.cell} className={styles['date']}>
                <DateText moment={transaction.created_at} />
              </td>
              <td {...as.cell} className={styles['what']}>
                {transactionMessage(transaction, lang, i18n)}
              </td>
              <td {...as.cell} className={`${styles['end']} ${styles['change']}`}>
                {formatChange(transaction.delta_balance)}
              </td>
              <td {...as.cell} className={`${styles['end']} ${styles['balance']}`}>
                <span className={styles['name']} aria-hidden="true">
                  {t`Balance`}{' '}
                </span>
                {formatPoints(transaction.balance)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
