import { useLingui } from '@lingui/react/macro'
import type { LoggedTransaction, TransactionKind } from '#contract/member/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatYearMonth } from '#src/i18n/dates.ts'
import { formatChange, formatPoints } from '#src/i18n/numbers.ts'
import { DateText } from '#src/ui/content/DateText.tsx'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import styles from './LogTable.module.css'
import { monthOf } from './months.ts'
import { kindOf } from './savedLog.ts'
import { type Subject, useSubjects } from './useSubjects.ts'

/** Explicit roles, because some browsers drop those of table elements that are laid out in another way. */
const tableRoles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** The transactions, a table for each month, on narrow screens in two lines each. */
export function LogTable({ transactions }: { transactions: readonly LoggedTransaction[] }) {
  const lang = useLanguage()
  const about = useSubjects()
  const months = new Map<string, LoggedTransaction[]>()
  for (const transaction of transactions) {
    const month = monthOf(Date.parse(transaction.created_at))
    months.set(month, [...(months.get(month) ?? []), transaction])
  }
  return (
    <div className={styles['frame']}>
      {[...months].map(([month, entries]) => (
        <section key={month} className={styles['month']}>
          <h2>{formatYearMonth(month, lang)}</h2>
          <MonthTable transactions={entries} about={about} />
        </section>
      ))}
    </div>
  )
}

interface MonthTableProps {
  transactions: readonly LoggedTransaction[]
  about: (transaction: LoggedTransaction) => Subject
}

function MonthTable({ transactions, about }: MonthTableProps) {
  const { t } = useLingui()
  return (
    <table {...tableRoles.table} className={styles['table']} aria-label={t`Points history`}>
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
          <Row key={transaction.id} transaction={transaction} subject={about(transaction)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ transaction, subject: { concert, reward } }: { transaction: LoggedTransaction; subject: Subject }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  return (
    <tr {...tableRoles.row}>
      <td {...tableRoles.cell} className={styles['date']}>
        <DateText moment={transaction.created_at} />
      </td>
      <td {...tableRoles.cell} className={styles['what']}>
        <div className={styles['subject']}>
          {reward ? (
            <Picture image={reward.image} alt="" sizes="3rem" ratio="square" className={styles['picture']} />
          ) : (
            <span className={styles['picture']}>
              <Icon name={icons[kindOf(transaction)]} />
            </span>
          )}
          <span>
            {concert}
            {reward?.name && <LocalText text={reward.name} />}
            <span className={concert === undefined && !reward?.name ? undefined : styles['name']}>
              {transactionMessage(transaction, lang, i18n)}
            </span>
          </span>
        </div>
      </td>
      <td {...tableRoles.cell} className={`${styles['end']} ${styles['change']}`}>
        {formatChange(transaction.delta_balance)}
      </td>
      <td {...tableRoles.cell} className={`${styles['end']} ${styles['balance']}`}>
        <span className={styles['head']} aria-hidden="true">
          {t`Balance`}{' '}
        </span>
        {formatPoints(transaction.balance)}
      </td>
    </tr>
  )
}

const icons: Record<TransactionKind, IconName> = {
  ticket: 'ticket',
  bonus: 'star',
  reward: 'gift',
  miles: 'external',
  expired: 'clock',
  other: 'info',
}
