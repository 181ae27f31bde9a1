import { useLingui } from '@lingui/react/macro'
import type { LoggedTransaction } from '#contract/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { DateText } from '#src/ui/DateText.tsx'
import { tableRoles } from '#src/ui/tableRoles.ts'
import { formatChange } from '../pointChange.ts'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import styles from './LogTable.module.css'

/** The transactions as a table, on narrow screens in two lines each. */
export function LogTable({ transactions }: { transactions: readonly LoggedTransaction[] }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  return (
    <div className={styles['frame']}>
      <table {...tableRoles.table} className={styles['table']} aria-label={t`Points log`}>
        <thead {...tableRoles.rowgroup}>
          <tr {...tableRoles.row}>
            {[t`Date`, t`Description`, t`Points`, t`Balance`].map((head, index) => (
              <th key={head} {...tableRoles.columnheader} scope="col" className={index > 1 ? styles['end'] : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...tableRoles.rowgroup}>
          {transactions.map((transaction) => (
            <tr key={transaction.id} {...tableRoles.row}>
              <td {...tableRoles.cell} className={styles['date']}>
                <DateText moment={transaction.created_at} />
              </td>
              <td {...tableRoles.cell} className={styles['what']}>
                {transactionMessage(transaction, lang, i18n)}
              </td>
              <td {...tableRoles.cell} className={`${styles['end']} ${styles['change']}`}>
                {formatChange(transaction.delta_balance)}
              </td>
              <td {...tableRoles.cell} className={`${styles['end']} ${styles['balance']}`}>
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
