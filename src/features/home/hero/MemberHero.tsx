import { Plural, Trans } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import type { PointBucket } from '#contract/member/member.ts'
import { memberName, type RememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { localized } from '#src/i18n/localized.ts'
import { useNow } from '#src/platform/now.ts'
import { useUnsentCounts } from '#src/outbox/page/scanOutbox.ts'
import { Eyebrow } from '#src/ui/layout/Eyebrow.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { PageHeading } from '#src/ui/layout/PageHeading.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { WaitingScans } from '#src/ui/states/WaitingScans.tsx'
import { expiringPoints } from '#src/features/member/expiringPoints.ts'
import { FirstSteps } from '../firstSteps/FirstSteps.tsx'
import type { FirstStep } from '../firstSteps/firstSteps.ts'
import styles from './Hero.module.css'
import { CardLink, MainActions, MemberHeroLayout } from './MemberHeroLayout.tsx'

/** The points as of the last answer from the server. */
export interface PointsBalance {
  points: number
  /** In milliseconds since 1970; null if the points come from the stored profile, which has no date. */
  fetchedAt: number | null
  /** The last refresh failed. */
  isStale: boolean
  /** Null while they are not known. */
  buckets: readonly PointBucket[] | null
}

interface MemberHeroProps {
  member: RememberedMember
  balance: PointsBalance
  /** The greeting of the member's tier; null if the contents have none, or are not loaded yet. */
  greeting: ContentBlock | null
  /** The next steps of a member who has just joined; none for others. */
  steps: readonly FirstStep[]
}

/** A member's welcome: name, points, and the way to scan. */
export function MemberHero({ member, balance, greeting, steps }: MemberHeroProps) {
  const lang = useLanguage()
  const name = memberName(member, lang)
  const isNew = steps.length > 0
  const defaultGreeting = isNew ? <Trans>Welcome to Club Bravo</Trans> : <Trans>Welcome back</Trans>
  const words = greeting && localized(greeting.name, lang) !== '' ? <LocalText text={greeting.name} /> : defaultGreeting
  return (
    <MemberHeroLayout
      eyebrow={name !== null && <Eyebrow>{words}</Eyebrow>}
      heading={<PageHeading className={styles['heading']}>{name ?? words}</PageHeading>}
      greeting={
        greeting && localized(greeting.content, lang) !== '' ? (
          <RichText text={greeting.content} />
        ) : (
          <p>
            <Trans>Scan your tickets to earn points.</Trans>
          </p>
        )
      }
      figure={<Points points={balance.points} bare />}
      tier={<TierBadge tier={member.tier} />}
      expiry={balance.buckets !== null && !isNew && <Expiry buckets={balance.buckets} />}
      age={balance.isStale && <DataAge fetchedAt={balance.fetchedAt} />}
    >
      {isNew ? <NewMemberActions steps={steps} /> : <MainActions scans={<ScansText memberId={member.id} />} />}
    </MemberHeroLayout>
  )
}

/** When the next of the points expire. */
function Expiry({ buckets }: { buckets: readonly PointBucket[] }) {
  const lang = useLanguage()
  const now = useNow(buckets.map(({ expires_at: end }) => end))
  const [next] = expiringPoints(buckets, now, Infinity)
  if (next === undefined) return <Trans>No expiry date</Trans>
  const { points, lastMoment } = next
  const figure = formatPoints(points)
  const date = formatDate(lastMoment, lang)
  return <Plural value={points} one={`${figure} expires after ${date}`} other={`${figure} expire after ${date}`} />
}

function NewMemberActions({ steps }: Pick<MemberHeroProps, 'steps'>) {
  return (
    <>
      <FirstSteps steps={steps} />
      <div className={styles['actions']}>
        <CardLink isQuiet />
      </div>
    </>
  )
}

function ScansText({ memberId }: { memberId: string }) {
  const { total, ...counts } = useUnsentCounts(memberId)
  return total === 0 ? <Trans>See my scans</Trans> : <WaitingScans {...counts} />
}
