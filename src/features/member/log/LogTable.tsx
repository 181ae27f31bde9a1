import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { concertNames } from '#contract/scan/scan.ts'
import type { LoggedTransaction } from '#contract/member/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { DateText } from '#src/ui/content/DateText.tsx'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import { formatChange } from '../pointChange.ts'
import styles from './LogTable.module.css'

/** Explicit roles, because some browsers drop those of table elements that are laid out in another way. */
const tableRoles = {
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
  const concertOf = useConcertNames()
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
                {transaction.ticket_no !== null && (
                  <span className={styles['concert']}>{concertOf(transaction.ticket_no)}</span>
                )}
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

/** Names the concert of a ticket, as far as the newest tickets of the account have it. */
function useConcertNames(): (ticketNo: string) => string | undefined {
  const lang = useLanguage()
  const { data } = useQuery(memberAreaQueries.claimedTickets())
  const tickets = new Map(data?.tickets.map(({ ticket_info: ticket }) => [ticket.ticket_no, ticket]))
  return (ticketNo) => tickets.get(ticketNo)?.[concertNames[lang]]
}
