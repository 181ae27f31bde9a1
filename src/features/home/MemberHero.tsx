import { Plural, Trans } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import type { RememberedMember } from '#src/auth/member.ts'
import { memberName } from '#src/auth/memberName.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { useUnsentCount } from '#src/offline/scanOutbox.ts'
import { Eyebrow } from '#src/ui/Eyebrow.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { KeptAge } from '#src/ui/KeptAge.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { LocalText } from '#src/ui/LocalText.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { Points } from '#src/ui/Points.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { TierBadge } from '#src/ui/TierBadge.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import type { FirstStep } from './firstSteps.ts'
import styles from './Hero.module.css'

/** The points as last heard from the club. */
export interface KnownPoints {
  points: number
  /** When the club said so, in milliseconds since 1970; null where only the copy of the profile remembers them. */
  heardAt: number | null
  /** The last try to hear from the club failed. */
  outdated: boolean
}

interface MemberHeroProps {
  member: RememberedMember
  known: KnownPoints
  /** What the contents say to this tier; null where they say nothing, or nothing yet. */
  greeting: ContentBlock | null
  /** What a member who has just joined does first; none for others. */
  steps: readonly FirstStep[]
}

/** A member's welcome: name, points, and the way to scan. */
export function MemberHero({ member, known, greeting, steps }: MemberHeroProps) {
  const lang = useLanguage()
  const name = memberName(member, lang)
  const isNew = steps.length > 0
  const ownWords = isNew ? <Trans>Welcome to Club Bravo</Trans> : <Trans>Welcome back</Trans>
  const words = greeting && localized(greeting.name, lang) !== '' ? <LocalText text={greeting.name} /> : ownWords
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
      <Standing member={member} known={known} />
      {isNew ? <FirstSteps steps={steps} /> : <Actions memberId={member.id} />}
    </>
  )
}

function Standing({ member, known }: Pick<MemberHeroProps, 'member' | 'known'>) {
  const lang = useLanguage()
  return (
    <section className={styles['standing']} aria-labelledby="points">
      <h2 id="points" className={styles['label']}>
        <Trans>Your points</Trans>
      </h2>
      <div className={styles['points']}>
        <p className={styles['figure']}>
          <Points points={known.points} bare />
        </p>
        <TierBadge tier={member.tier} />
        <LinkButton to="/$lang/member-detail" params={{ lang }} variant="quiet">
          <Trans>See my account</Trans>
        </LinkButton>
      </div>
      {known.outdated && <KeptAge heardAt={known.heardAt} />}
    </section>
  )
}

function Actions({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  return (
    <div className={styles['actions']}>
      <LinkButton to="/$lang/scan-intro" params={{ lang }} variant="primary" size="large">
        <Icon name="scan" />
        <Trans>Scan a ticket</Trans>
      </LinkButton>
      <ScansLink memberId={memberId} />
    </div>
  )
}

function ScansLink({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const count = useUnsentCount(memberId)
  return (
    <LinkButton to="/$lang/my-scans" params={{ lang }} variant="quiet">
      {count === 0 ? (
        <Trans>See my scans</Trans>
      ) : (
        <Plural
          value={count}
          one="# scan is saved on this device and waiting"
          other="# scans are saved on this device and waiting"
        />
      )}
    </LinkButton>
  )
}
