import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { MemberProfile, PointBucket, PointTransaction } from '#contract/member/member.ts'
import { cancelTierPayment } from '#contract/registration/payment.ts'
import type { Tier } from '#contract/member/tiers.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { memberName, type RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { useNow } from '#src/platform/now.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { DeviceStorage } from '#src/features/install/DeviceStorage.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'
import { VerifyEmailNotice } from '#src/features/signIn/VerifyEmailNotice.tsx'
import { SuspensionNotice } from '#src/features/suspension/SuspensionNotice.tsx'
import { formatDate } from '#src/i18n/dates.ts'
import { formatChange, formatPoints } from '#src/i18n/numbers.ts'
import { Points } from '#src/ui/content/Points.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { AccountTiles } from './AccountTiles.tsx'
import { expiringPoints, type ExpiringPoints } from './expiringPoints.ts'
import styles from './MemberDetailPage.module.css'
import { MembershipLinks } from './MembershipLinks.tsx'
import { MembershipTerm, MembershipYear } from './MembershipYear.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'
import { type Subject, useSubjects } from './log/useSubjects.ts'
import { YouthBadge, YouthNotice } from './YouthNotice.tsx'

interface MemberDetailPageProps {
  member: RememberedMember
  /** What waits for the member on this device. */
  notice: ReactNode
}

/** The member's own page: points, progress, membership and the latest transactions. */
export function MemberDetailPage({ member, notice }: MemberDetailPageProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery({
    ...memberQueries.me(),
    refetchInterval: ({ state }) => (isJustRenewed(state.data?.user.member_profile) ? renewedPauseMs : false),
  })
  const user = data?.user
  const profile = user?.member_profile ?? storedProfile()
  const now = useNow([profile?.renewal?.renewable_from ?? null, profile?.renewal?.at ?? null])
  const isOutdated = isError && !isFetching
  const name = memberName(member, lang)
  const email = profile?.email ?? member.email
  return (
    <Page title={t`My account`} lead={name === null ? undefined : t`Welcome, ${name}`}>
      {isOutdated && <OutdatedNotice updatedAt={data ? dataUpdatedAt : null} onRetry={() => void refetch()} />}
      {notice}
      {profile?.suspension && <SuspensionNotice suspension={profile.suspension} />}
      {!member.emailVerified && (
        <VerifyEmailNotice>
          <Trans>A verified address lets you earn points and redeem rewards.</Trans>
        </VerifyEmailNotice>
      )}
      {profile && <YouthNotice profile={profile} />}
      {profile?.has_unpaid_order === true && <UnpaidNotice />}
      <PointsBalance
        points={user?.availablePoints ?? member.points}
        tier={profile?.membership_tier ?? member.tier}
        badge={profile?.ya_status === 'Approved' && <YouthBadge end={profile.ya_expiry_date} />}
        buckets={user?.point_buckets ?? null}
        now={now}
      />
      <AccountTiles />
      {profile &&
        (profile.upgrade_progress ? (
          <MembershipYear profile={profile} progress={profile.upgrade_progress} now={now} />
        ) : (
          <MembershipTerm profile={profile} now={now} />
        ))}
      <div className={styles['columns']}>
        <LatestTransactions transactions={user?.point_transactions.slice(0, shownTransactions)} waiting={!isOutdated} />
        <div className={styles['column']}>
          <MembershipLinks
            tier={profile?.membership_tier ?? null}
            isLinked={profile?.has_earlier_membership === true}
            hasApplied={profile?.ya_status !== 'N/A'}
          />
          <DeviceStorage />
        </div>
      </div>
      <div className={styles['signedIn']}>
        <p>
          <Trans>You’re signed in as {email}.</Trans>
        </p>
        <LinkButton to="/$lang/account-settings" params={{ lang }}>
          <Icon name="settings" />
          <Trans>Account settings</Trans>
        </LinkButton>
        <SignOut memberId={member.id} />
      </div>
    </Page>
  )
}

/** Specification section 9. */
const shownTransactions = 5
/** How often an account that is open as 1 September begins is read in the first minute, in milliseconds. */
const renewedPauseMs = 10_000

/** Whether the club has renewed every membership within the last minute, and this one not yet. */
function isJustRenewed(profile: MemberProfile | undefined): boolean {
  const past = clubNow() - Date.parse(profile?.renewal?.at ?? '')
  return past >= 0 && past < 60_000
}

/**
 * For a member who has left the payment page without paying for the Red membership, such as by closing it, until they
 * no longer want it.
 */
function UnpaidNotice() {
  const { t } = useLingui()
  const lang = useLanguage()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  const cancel = async () => {
    setBusy(true)
    const { ok } = await clubClient.call(cancelTierPayment, {})
    if (ok) await client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
    else showToast({ title: t`Club Bravo couldn’t be reached. Check your connection and try again.`, tone: 'warning' })
    setBusy(false)
  }
  return (
    <Notice tone="warning" title={<Trans>You haven’t paid for Red yet</Trans>}>
      <p>
        <Trans>We have your details. If you’ve just paid, it can take a few minutes to confirm your payment.</Trans>
      </p>
      <ButtonRow>
        <LinkButton to="/$lang/registration-red" params={{ lang }} search={{ step: 'payment' }}>
          <Trans>Pay now</Trans>
        </LinkButton>
        <Button busy={busy} onClick={() => void cancel()}>
          <Trans>Don’t remind me again</Trans>
        </Button>
      </ButtonRow>
    </Notice>
  )
}

interface PointsBalanceProps {
  points: number
  tier: Tier
  /** Beside the tier. */
  badge: ReactNode
  /** Null while they are not known. */
  buckets: readonly PointBucket[] | null
  /** In milliseconds since 1970. */
  now: number
}

/** The member's points, when they expire, the tier, and the way to the card. */
function PointsBalance({ points, tier, badge, buckets, now }: PointsBalanceProps) {
  const lang = useLanguage()
  return (
    <section className={styles['balance']} aria-labelledby="account-points" data-ground="hall">
      <div className={styles['words']}>
        <h2 id="account-points" className={styles['label']}>
          <Trans>Your points</Trans>
        </h2>
        <div className={styles['points']}>
          <p className={styles['figure']}>
            <Points points={points} bare />
          </p>
          <TierBadge tier={tier} />
          {badge}
        </div>
        <div className={styles['expiry']}>
          {buckets !== null && points > 0 && <Expiry buckets={buckets} now={now} />}
        </div>
      </div>
      <LinkButton to="/$lang/membership-card" params={{ lang }} variant="primary">
        <Icon name="card" />
        <Trans>Show my card</Trans>
      </LinkButton>
    </section>
  )
}

/** The points that expire soon, else those that expire next. */
function Expiry({ buckets, now }: { buckets: readonly PointBucket[]; now: number }) {
  const soon = expiringPoints(buckets, now)
  const shown = soon.length > 0 ? soon : expiringPoints(buckets, now, Infinity).slice(0, 1)
  if (shown.length === 0) return <Trans>Your points have no expiry date.</Trans>
  return (
    <ul>
      {shown.map((next) => (
        <ExpiringLine key={next.lastMoment} soon={next} />
      ))}
    </ul>
  )
}

function ExpiringLine({ soon: { points, lastMoment } }: { soon: ExpiringPoints }) {
  const day = formatDate(lastMoment, useLanguage())
  const figure = formatPoints(points)
  return (
    <li className={styles['soon']}>
      <Icon name="clock" />
      <span>
        <Plural
          value={points}
          one={`${figure} point expires at the end of ${day}`}
          other={`${figure} points expire at the end of ${day}`}
        />
      </span>
    </li>
  )
}

interface LatestTransactionsProps {
  transactions: readonly PointTransaction[] | undefined
  /** Whether an answer is still on its way. */
  waiting: boolean
}

/** The newest entries of the points history, with the way to all of them. */
function LatestTransactions({ transactions, waiting }: LatestTransactionsProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const about = useSubjects()
  return (
    <Card title={<Trans>Latest points</Trans>}>
      {transactions === undefined ? (
        waiting && (
          <Loading label={t`Loading your points…`}>
            <Skeleton shape="text" lines={10} />
          </Loading>
        )
      ) : transactions.length === 0 ? (
        <p>
          <Trans>No points yet. Scan a concert ticket to earn your first ones.</Trans>
        </p>
      ) : (
        <>
          <ul>
            {transactions.map((transaction) => (
              <TransactionRow key={transaction.id} transaction={transaction} subject={about(transaction)} />
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

interface TransactionRowProps {
  transaction: PointTransaction
  subject: Subject
}

function TransactionRow({ transaction, subject: { concert, reward } }: TransactionRowProps) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
    <li className={styles['transaction']}>
      <span>
        {transactionMessage(transaction, lang, i18n)}
        {concert !== undefined && <span className={styles['subject']}>{concert}</span>}
        {reward?.name && <LocalText text={reward.name} className={styles['subject']} />}
      </span>
      <span className={styles['time']}>
        <DateText moment={transaction.created_at} />
      </span>
      <strong>{formatChange(transaction.delta_balance)}</strong>
    </li>
  )
}
