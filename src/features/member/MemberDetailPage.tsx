import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PointTransaction, User } from '#contract/member.ts'
import type { RememberedMember } from '#src/auth/member.ts'
import { memberName } from '#src/auth/memberName.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate, formatMonth } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { DefinitionList } from '#src/ui/DefinitionList.tsx'
import { DataAge } from '#src/ui/DataAge.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import styles from './MemberDetailPage.module.css'
import { transactionMessage } from './transactionMessages.ts'

interface MemberDetailPageProps {
  member: RememberedMember
  /** What this device keeps, which belongs to another feature. */
  device: ReactNode
  /** The sign-out button, which belongs to another feature. */
  signOut: ReactNode
}

/** The member's own page: profile, points and sign-out. */
export function MemberDetailPage({ member, device, signOut }: MemberDetailPageProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(memberQueries.me())
  const outdated = isError && !isFetching
  return (
    <Page title={t`My account`} lead={memberName(member, lang) ?? member.email}>
      {outdated && <OutdatedNotice updatedAt={data ? dataUpdatedAt : null} onRetry={() => void refetch()} />}
      <div className={styles['columns']}>
        <MembershipCard member={member} user={data?.user} />
        <TransactionsCard
          transactions={data?.user.point_transactions.slice(0, shownTransactions)}
          waiting={!outdated}
        />
      </div>
      {device}
      <div>{signOut}</div>
    </Page>
  )
}

/** Specification section 9. */
const shownTransactions = 5

interface OutdatedNoticeProps {
  /** When the data on the page was received, in milliseconds since 1970; null if there is none. */
  updatedAt: number | null
  onRetry: () => void
}

function OutdatedNotice({ updatedAt, onRetry }: OutdatedNoticeProps) {
  return (
    <Notice tone="warning" title={<Trans>We couldn’t reach Club Bravo</Trans>}>
      {updatedAt === null ? (
        <p>
          <Trans>Check your connection and try again.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>You’re seeing what was last saved on this device.</Trans>
          </p>
          <DataAge fetchedAt={updatedAt} />
        </>
      )}
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}

function MembershipCard({ member, user }: { member: RememberedMember; user: User | undefined }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const name = memberName(member, lang)
  const { membership_since: since, member_no: memberNo } = user?.member_profile ?? {}
  const rows = [
    { term: t`Points`, value: formatPoints(user?.availablePoints ?? member.points) },
    ...(user ? [{ term: t`Tier`, value: i18n._(tierMessages[user.member_profile.membership_tier]) }] : []),
    ...(since == null || Number.isNaN(Date.parse(since))
      ? []
      : [{ term: t`Member since`, value: formatMonth(since, lang) }]),
    ...(name === null ? [] : [{ term: t`Name`, value: name }]),
    ...(memberNo == null ? [] : [{ term: t`Member number`, value: memberNo }]),
    { term: t`Email`, value: member.email },
    {
      term: t`Email status`,
      value: member.emailVerified ? (
        <Badge tone="success">
          <Trans>Verified</Trans>
        </Badge>
      ) : (
        <span className={styles['unverified']}>
          <Badge tone="warning">
            <Trans>Not verified</Trans>
          </Badge>
          <LinkButton to="/$lang/email-verification" params={{ lang }} variant="quiet">
            <Trans>Verify email</Trans>
          </LinkButton>
        </span>
      ),
    },
  ]
  return (
    <Card title={<Trans>Membership</Trans>}>
      <DefinitionList rows={rows} />
      <LinkButton to="/$lang/membership-card" params={{ lang }}>
        <Icon name="card" />
        <Trans>Show my card</Trans>
      </LinkButton>
    </Card>
  )
}

interface TransactionsCardProps {
  transactions: readonly PointTransaction[] | undefined
  /** Whether an answer is still on its way. */
  waiting: boolean
}

function TransactionsCard({ transactions, waiting }: TransactionsCardProps) {
  const { t } = useLingui()
  return (
    <Card title={<Trans>Latest points</Trans>}>
      {transactions === undefined ? (
        waiting && <Spinner label={t`Loading your points…`} />
      ) : transactions.length === 0 ? (
        <p>
          <Trans>No points yet. Scan a concert ticket to earn your first ones.</Trans>
        </p>
      ) : (
        <ul className={styles['transactions']}>
          {transactions.map((transaction) => (
            <TransactionRow key={transaction.id} transaction={transaction} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function TransactionRow({ transaction }: { transaction: PointTransaction }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const { delta_balance: delta } = transaction
  return (
    <li className={styles['transaction']}>
      <span>{transactionMessage(transaction, lang, i18n)}</span>
      <time dateTime={transaction.created_at}>{formatDate(transaction.created_at, lang)}</time>
      <strong>{delta < 0 ? `−${formatPoints(-delta)}` : `+${formatPoints(delta)}`}</strong>
    </li>
  )
}
