import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import type { Tier } from '#contract/member/tiers.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import type { EventSummary } from '#contract/spending/events.ts'
import { DateLeaf } from '#src/ui/content/DateLeaf.tsx'
import { EventTime } from '#src/ui/content/DateText.tsx'
import { LinkCard } from '#src/ui/actions/LinkCard.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { registrationStatusOf } from '#contract/spending/registrationStatus.ts'
import { RegistrationBadge } from '../events/RegistrationBadge.tsx'
import { RewardCard } from './RewardCard.tsx'
import styles from './RewardListPage.module.css'
import type { Found } from './findOffers.ts'

interface RewardSectionsProps {
  found: Found
  /** Whether the club offers nothing at all. */
  isEmpty: boolean
  /** Whether a higher tier has something of it, which is then named. */
  hasLocked: boolean
  now: number
  /** The member's; null for a visitor. */
  tier: Tier | null
  /** The member's; null for a visitor. */
  points: number | null
  /** Whether a phone shows the next events alone, and where all of them are. */
  isShort: boolean
  /** Whether the rest is near, or a search has been narrowed: what it found is drawn whole, as its number is shown. */
  isWhole: boolean
  /** Of the rest. */
  placeholder: Ref<HTMLDivElement>
  onShowAll: () => void
}

/** How many cards are drawn before the page is used: a row, of which a phone's first view has none. */
const firstCards = 3

/** How many events a phone shows among everything else, as in RewardListPage.module.css. */
const nextEvents = 3

/** Rewards and events by category, filtered. */
export function RewardSections(props: RewardSectionsProps) {
  const { found, isEmpty, hasLocked, now, tier, points, isShort, isWhole, placeholder, onShowAll } = props
  const { t } = useLingui()
  const lang = useLanguage()
  const drawn = <Item,>(items: readonly Item[]) => (isWhole ? items : items.slice(0, firstCards))
  return (
    <>
      {(isWhole ? found.sections : found.sections.slice(0, 1)).map((section) => (
        <Section
          key={section.code}
          id={section.code}
          title={
            section.code === 'events' ? (
              t`Events`
            ) : section.category ? (
              <LocalText text={section.category.name} />
            ) : (
              t`Rewards`
            )
          }
          rule
          className={styles['section']}
        >
          <ul
            className={`${section.code === 'events' ? styles['events'] : styles['rewards']} ${isShort ? styles['short'] : ''}`}
          >
            {section.code === 'events'
              ? drawn(section.events).map((event) => (
                  <li key={event.alias}>
                    <EventCard event={event} tier={tier} now={now} />
                  </li>
                ))
              : drawn(section.rewards).map((reward) => (
                  <li key={reward.alias}>
                    <RewardCard reward={reward} points={points} now={now} compact />
                  </li>
                ))}
          </ul>
          {section.code === 'events' && isShort && section.events.length > nextEvents && (
            <TextLink
              to="/$lang/reward-list"
              params={{ lang }}
              search={{ category: 'events' }}
              className={styles['allEvents']}
            >
              <Plural value={section.events.length} one="See # event" other="See all # events" />
            </TextLink>
          )}
        </Section>
      ))}
      {!isWhole && !isEmpty && (
        <div ref={placeholder} className={`${styles['rewards']} ${styles['rest']}`}>
          {Array.from({ length: firstCards }, (_, index) => (
            <Skeleton key={index} shape="card" />
          ))}
        </div>
      )}
      {found.count === 0 && !isEmpty && !hasLocked && (
        <EmptyState title={t`Nothing matches your search`} icon="search">
          <p>
            <Trans>Try fewer words, another category or all tiers.</Trans>
          </p>
          <Button onClick={onShowAll}>
            <Trans>Show everything</Trans>
          </Button>
        </EmptyState>
      )}
      {isEmpty && (
        <EmptyState title={t`There are no rewards at the moment`} icon="gift">
          <p>
            <Trans>We add new rewards every season.</Trans>
          </p>
        </EmptyState>
      )}
    </>
  )
}

interface EventCardProps {
  event: EventSummary
  /** The member's; null for a visitor. */
  tier: Tier | null
  /** Milliseconds since 1970. */
  now: number
}

/** An event in a list: its day, name, venue and registration status. */
function EventCard({ event, tier, now }: EventCardProps) {
  const lang = useLanguage()
  const status = registrationStatusOf(event, tier, now)
  return (
    <LinkCard
      compact="row"
      faded={status === 'public-expired'}
      picture={<Picture image={event.image} alt="" sizes="(width < 48rem) 6rem, 24rem" ratio="card" />}
      day={event.starts_at !== null && <DateLeaf moment={event.starts_at} />}
      labels={<RegistrationBadge event={event} status={status} />}
      link={
        <TextLink to="/$lang/event/$alias" params={{ lang, alias: event.alias }}>
          <LocalText text={event.name} />
        </TextLink>
      }
      description={<LocalText text={event.short_description} />}
      foot={
        <>
          {event.starts_at !== null && <EventTime moment={event.starts_at} short />}
          <LocalText text={event.venue} />
        </>
      }
    />
  )
}
