import { Trans, useLingui } from '@lingui/react/macro'
import type { PointTransaction } from '#contract/member/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'

import { Card } from '#src/ui/layout/Card.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import styles from './LatestTransactions.module.css'
import { formatChange } from './pointChange.ts'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'

interface LatestTransactionsProps {
  transactions: readonly PointTransaction[] | undefined
  /** Whether an answer is still on its way. */
  waiting: boolean
}

/** The newest entries of the points history, with the way to all of them. */
export function LatestTransactions({ transactions, waiting }: LatestTransactionsProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Card title={<Trans>Latest points</Trans>}>
      {transactions === undefined ? (
        waiting && <Spinner label={t`Loading your points…`} />
      ) : transactions.length === 0 ? (
        <p>
          <Trans>No points yet. Scan a concert ticket to earn your first ones.</Trans>
        </p>
      ) : (
        <>
          <ul>
            {transactions.map((transaction) => (
              <TransactionRow key={transaction.id} transaction={transaction} />
            ))}
          </ul>
          <LinkButton to="/$lang/point-transaction-log" params={{ lang }}>
            <Trans>See all transactions</Trans>
          </LinkButton>
        </>
      )}
    </Card>
  )
}

function TransactionRow({ transaction }: { transaction: PointTransaction }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
    <li className={styles['transaction']}>
      <span>{transactionMessage(transaction, lang, i18n)}</span>
      <span className={styles['time']}>
        <DateText moment={transaction.created_at} />
      </span>
      <strong>{formatChange(transaction.delta_balance)}</strong>
    </li>
  )
}
