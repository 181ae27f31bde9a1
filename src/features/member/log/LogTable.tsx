import { useLingui } from '@lingui/react/macro'
import type { LoggedTransaction, TransactionKind } from '#contract/member/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { byMonth, formatYearMonth } from '#src/i18n/dates.ts'
import { formatChange, formatPoints } from '#src/i18n/numbers.ts'
import { DateText } from '#src/ui/content/DateText.tsx'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import styles from './LogTable.module.css'
import { byEvening } from './evenings.ts'
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
  return (
    <div className={styles['frame']}>
      {byMonth(transactions, ({ created_at: at }) => Date.parse(at)).map(([month, entries]) => (
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
  // Older tickets' concerts are not known here: then each ticket is an evening.
  const eveningOf = (transaction: LoggedTransaction) => about(transaction).concert ?? transaction.ticket_no ?? undefined
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
        {byEvening(transactions, eveningOf).map(([newest, ...others]) =>
          newest === undefined ? null : (
            <Row key={newest.id} transactions={[newest, ...others]} subject={about(newest)} />
          ),
        )}
      </tbody>
    </table>
  )
}

interface RowProps {
  /** Of one evening, newest first. */
  transactions: readonly [LoggedTransaction, ...LoggedTransaction[]]
  subject: Subject
}

function Row({ transactions, subject: { concert, reward } }: RowProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const [newest] = transactions
  const first = transactions.at(-1) ?? newest
  const points = new Map<string, number>()
  for (const one of transactions.toReversed()) {
    const reason = transactionMessage(one, lang, i18n)
    points.set(reason, (points.get(reason) ?? 0) + one.delta_balance)
  }
  const reasons = [...points].map(([reason, sum]) => (points.size === 1 ? reason : `${reason} ${formatChange(sum)}`))
  return (
    <tr {...tableRoles.row}>
      <td {...tableRoles.cell} className={styles['date']}>
        <DateText moment={newest.created_at} />
      </td>
      <td {...tableRoles.cell} className={styles['what']}>
        <div className={styles['subject']}>
          {reward ? (
            <Picture image={reward.image} alt="" sizes="3rem" ratio="square" className={styles['picture']} />
          ) : (
            <span className={styles['picture']}>
              <Icon name={icons[kindOf(first)]} />
            </span>
          )}
          <span>
            {concert}
            {reward?.name && <LocalText text={reward.name} />}
            {reasons.map((reason) => (
              <span
                key={reason}
                className={
                  concert === undefined && !reward?.name ? styles['line'] : `${styles['line']} ${styles['name']}`
                }
              >
                {reason}
              </span>
            ))}
          </span>
        </div>
      </td>
      <td {...tableRoles.cell} className={`${styles['end']} ${styles['change']}`}>
        {formatChange(transactions.reduce((sum, one) => sum + one.delta_balance, 0))}
      </td>
      <td {...tableRoles.cell} className={`${styles['end']} ${styles['balance']}`}>
        <span className={styles['head']} aria-hidden="true">
          {t`Balance`}{' '}
        </span>
        {formatPoints(newest.balance)}
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
