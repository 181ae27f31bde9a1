import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { canRenewRed } from '#contract/member/renewal.ts'
import { memberName, type RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { DeviceStorage } from '#src/features/install/DeviceStorage.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'
import { SuspensionNotice } from '#src/features/suspension/SuspensionNotice.tsx'
import { AccountTiles } from './AccountTiles.tsx'
import { expiringPoints } from './expiringPoints.ts'
import { LatestTransactions } from './LatestTransactions.tsx'
import { ManageMembership } from './ManageMembership.tsx'
import styles from './MemberDetailPage.module.css'
import { MembershipFacts } from './MembershipFacts.tsx'
import { MembershipYear } from './MembershipYear.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'
import { PointsBalance } from './PointsBalance.tsx'
import { UnpaidNotice } from './UnpaidNotice.tsx'
import { useNow } from '#src/platform/now.ts'
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
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(memberQueries.me())
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
