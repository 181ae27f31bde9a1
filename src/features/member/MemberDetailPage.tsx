import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { MemberProfile } from '#contract/member/member.ts'
import { canRenewRed } from '#contract/member/renewal.ts'
import { cancelTierPayment } from '#contract/registration/payment.ts'
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
import { SuspensionNotice } from '#src/features/suspension/SuspensionNotice.tsx'
import { AccountTiles } from './AccountTiles.tsx'
import { expiringPoints } from './expiringPoints.ts'
import { LatestTransactions } from './LatestTransactions.tsx'
import styles from './MemberDetailPage.module.css'
import { MembershipFacts } from './MembershipFacts.tsx'
import type { MembershipMenuProps } from './MembershipMenu.tsx'
import { MembershipYear } from './MembershipYear.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'
import { PointsBalance } from './PointsBalance.tsx'
import { YouthBadge, YouthNotice } from './YouthNotice.tsx'

// The menu's package is larger than all the rest of the page, which is there before it.
const MembershipMenu = lazy(async () => ({ default: (await import('./MembershipMenu.tsx')).MembershipMenu }))

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
  return (
    <Page title={t`My account`} lead={name === null ? t`Welcome` : t`Welcome, ${name}`}>
      {isOutdated && <OutdatedNotice updatedAt={data ? dataUpdatedAt : null} onRetry={() => void refetch()} />}
      {notice}
      {profile?.suspension && <SuspensionNotice suspension={profile.suspension} />}
      {profile && <YouthNotice profile={profile} />}
      {profile?.has_unpaid_order === true && <UnpaidNotice />}
      <PointsBalance
        points={user?.availablePoints ?? member.points}
        tier={profile?.membership_tier ?? member.tier}
        badge={profile?.ya_status === 'Approved' && <YouthBadge end={profile.ya_expiry_date} />}
        expiring={expiringPoints(user?.point_buckets ?? [], now)}
      >
        <ManageMembership
          emailVerified={member.emailVerified}
          tier={profile?.membership_tier ?? null}
          canRenewRed={profile !== null && canRenewRed(profile, now)}
          isLinked={profile?.has_earlier_membership === true}
          hasApplied={profile?.ya_status !== 'N/A'}
        />
      </PointsBalance>
      <AccountTiles />
      {profile?.upgrade_progress && <MembershipYear profile={profile} progress={profile.upgrade_progress} now={now} />}
      <div className={styles['columns']}>
        <MembershipFacts member={member} profile={profile} />
        <LatestTransactions transactions={user?.point_transactions.slice(0, shownTransactions)} waiting={!isOutdated} />
      </div>
      <DeviceStorage />
      <div>
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

/** What a member can do with the membership: the card beside a menu of everything else. */
function ManageMembership(props: MembershipMenuProps) {
  const lang = useLanguage()
  return (
    <>
      <LinkButton to="/$lang/membership-card" params={{ lang }} variant="primary">
        <Icon name="card" />
        <Trans>Show my card</Trans>
      </LinkButton>
      <Suspense
        fallback={
          <Button busy>
            <Trans>Manage membership</Trans>
            <Icon name="chevronDown" />
          </Button>
        }
      >
        <MembershipMenu {...props} />
      </Suspense>
    </>
  )
}
