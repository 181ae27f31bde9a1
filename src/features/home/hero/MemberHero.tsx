import { Trans } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import type { RememberedMember } from '#src/auth/member.ts'
import { memberName } from '#src/auth/memberName.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { useUnsentCounts } from '#src/sync/scanOutbox.ts'
import { Eyebrow } from '#src/ui/Eyebrow.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { DataAge } from '#src/ui/DataAge.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { LocalText } from '#src/ui/LocalText.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { Points } from '#src/ui/Points.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { TierBadge } from '#src/ui/TierBadge.tsx'
import { WaitingScans } from '#src/ui/WaitingScans.tsx'
import { FirstSteps } from '../firstSteps/FirstSteps.tsx'
import type { FirstStep } from '../firstSteps/firstSteps.ts'
import styles from './Hero.module.css'

/** The points as of the last answer from the server. */
export interface PointsBalance {
  points: number
  /** In milliseconds since 1970; null if the points come from the stored profile, which has no date. */
  fetchedAt: number | null
  /** The last refresh failed. */
  isStale: boolean
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
    <>
      {name !== null && <Eyebrow>{words}</Eyebrow>}
      <PageHeading className={styles['heading']}>{name ?? words}</PageHeading>
      <div className={`${styles['sentence']} ${styles['greeting']}`}>
        {greeting && localized(greeting.content, lang) !== '' ? (
          <RichText text={greeting.content} />
        ) : (
          <p>
            <Trans>Every ticket you scan earns you points.</Trans>
          </p>
        )}
      </div>
      <Balance member={member} balance={balance} />
      {isNew ? <NewMemberActions steps={steps} /> : <Actions memberId={member.id} />}
    </>
  )
}

function Balance({ member, balance }: Pick<MemberHeroProps, 'member' | 'balance'>) {
  const lang = useLanguage()
  return (
    <section className={styles['balance']} aria-labelledby="points">
      <h2 id="points" className={styles['label']}>
        <Trans>Your points</Trans>
      </h2>
      <div className={styles['points']}>
        <p className={styles['figure']}>
          <Points points={balance.points} bare />
        </p>
        <TierBadge tier={member.tier} />
        <LinkButton to="/$lang/member-detail" params={{ lang }} variant="quiet">
          <Trans>See my account</Trans>
        </LinkButton>
      </div>
      {balance.isStale && <DataAge fetchedAt={balance.fetchedAt} />}
    </section>
  )
}

function Actions({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  return (
    <div className={`${styles['actions']} ${styles['main']}`}>
      <LinkButton to="/$lang/scan-intro" params={{ lang }} variant="primary" size="large">
        <Icon name="scan" />
        <Trans>Scan a ticket</Trans>
      </LinkButton>
      <CardLink />
      <ScansLink memberId={memberId} />
    </div>
  )
}

function NewMemberActions({ steps }: Pick<MemberHeroProps, 'steps'>) {
  return (
    <>
      <FirstSteps steps={steps} />
      <div className={styles['actions']}>
        <CardLink />
      </div>
    </>
  )
}

function CardLink() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/membership-card" params={{ lang }} size="large">
      <Icon name="card" />
      <Trans>Show my card</Trans>
    </LinkButton>
  )
}

function ScansLink({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const { total, ...counts } = useUnsentCounts(memberId)
  return (
    <LinkButton to="/$lang/my-scans" params={{ lang }} variant="quiet">
      {total === 0 ? <Trans>See my scans</Trans> : <WaitingScans {...counts} />}
    </LinkButton>
  )
}
