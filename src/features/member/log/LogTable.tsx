import { useLingui } from '@lingui/react/macro'
import type { LoggedTransaction } from '#contract/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { DateText } from '#src/ui/DateText.tsx'
import { formatChange } from '../pointChange.ts'
import { transactionMessage } from '../transactionMessages.ts'
import styles from './LogTable.module.css'

/** The transactions as a table; on narrow screens in two lines each. Explicit roles, because some browsers drop those of a table with another layout. */
export function LogTable({ transactions }: { transactions: readonly LoggedTransaction[] }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  return (
    <div className={styles['frame']}>
      <table role="table" className={styles['table']} aria-label={t`Points log`}>
        <thead role="rowgroup">
          <tr role="row">
            {[t`Date`, t`Description`, t`Points`, t`Balance`].map((head, index) => (
              <th key={head} role="columnheader" scope="col" className={index > 1 ? styles['end'] : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {transactions.map((transaction) => (
            <tr key={transaction.id} role="row">
              <td role="cell" className={styles['date']}>
                <DateText moment={transaction.created_at} />
              </td>
              <td role="cell" className={styles['what']}>
                {transactionMessage(transaction, lang, i18n)}
              </td>
              <td role="cell" className={`${styles['end']} ${styles['change']}`}>
                {formatChange(transaction.delta_balance)}
              </td>
              <td role="cell" className={`${styles['end']} ${styles['balance']}`}>
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
