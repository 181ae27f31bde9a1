import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { basicTier } from '#contract/member/tiers.ts'
import { memberName, type RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { DeviceStorage } from '#src/features/install/DeviceStorage.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'
import { expiringPoints } from './expiringPoints.ts'
import { LatestTransactions } from './LatestTransactions.tsx'
import { ManageMembership } from './ManageMembership.tsx'
import styles from './MemberDetailPage.module.css'
import { MembershipFacts } from './MembershipFacts.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'
import { PointsBalance } from './PointsBalance.tsx'
import { ProgressGauges } from './ProgressGauges.tsx'
import { UnpaidNotice } from './UnpaidNotice.tsx'
import { YouthNotice } from './YouthNotice.tsx'

/** The member's own page: points, progress, membership and the latest transactions. */
export function MemberDetailPage({ member }: { member: RememberedMember }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [now] = useState(() => Date.now())
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(memberQueries.me())
  const user = data?.user
  const profile = user?.member_profile ?? storedProfile()
  const isOutdated = isError && !isFetching
  const name = memberName(member, lang)
  return (
    <Page title={t`My account`} lead={name === null ? t`Welcome` : t`Welcome, ${name}`}>
      {isOutdated && <OutdatedNotice updatedAt={data ? dataUpdatedAt : null} onRetry={() => void refetch()} />}
      {profile && <YouthNotice profile={profile} />}
      {profile?.has_unpaid_order === true && <UnpaidNotice />}
      <PointsBalance
        points={user?.availablePoints ?? member.points}
        tier={profile?.membership_tier ?? member.tier}
        expiring={expiringPoints(user?.point_buckets ?? [], now)}
      >
        <ManageMembership
          emailVerified={member.emailVerified}
          isBasic={profile?.membership_tier === basicTier}
          isLinked={profile?.has_earlier_membership === true}
          hasApplied={profile?.ya_status !== 'N/A'}
        />
      </PointsBalance>
      {profile?.upgrade_progress && (
        <ProgressGauges tier={profile.membership_tier} progress={profile.upgrade_progress} />
      )}
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
