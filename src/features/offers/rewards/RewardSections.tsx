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
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
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

/** How many rewards are drawn before the page is used: about as many as a phone's first view has. */
const firstCards = 6

/** How many events a phone shows among everything else, as in RewardListPage.module.css. */
const nextEvents = 3

/** Rewards, one category after the other, and then events, filtered. */
export function RewardSections(props: RewardSectionsProps) {
  const { found, isEmpty, hasLocked, now, tier, points, isShort, isWhole, placeholder, onShowAll } = props
  const { t } = useLingui()
  const events = found.sections.find((section) => section.code === 'events')
  const categories = found.sections.filter((section) => section.code !== 'events')
  const rewards = categories.flatMap(({ code, category, rewards: those }) =>
    those.map((reward, index) => ({ reward, category, id: index === 0 ? code : undefined })),
  )
  return (
    <>
      {rewards.length > 0 && (
        <section aria-labelledby="rewards-heading">
          <h2 id="rewards-heading">
            <VisuallyHidden>{t`Rewards`}</VisuallyHidden>
          </h2>
          <ul className={styles['rewards']}>
            {(isWhole ? rewards : rewards.slice(0, firstCards)).map(({ reward, category, id }) => (
              <li key={reward.alias} id={id}>
                <RewardCard
                  reward={reward}
                  points={points}
                  now={now}
                  category={categories.length > 1 ? category : null}
                  compact
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {events && (isWhole || rewards.length === 0) && (
        <Events events={events.events} tier={tier} now={now} isShort={isShort} isWhole={isWhole} />
      )}
      {!isWhole && !isEmpty && (
        <div ref={placeholder} className={styles['rest']}>
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

interface EventsProps extends Pick<RewardSectionsProps, 'tier' | 'now' | 'isShort' | 'isWhole'> {
  events: readonly EventSummary[]
}

function Events({ events, tier, now, isShort, isWhole }: EventsProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Section id="events" title={t`Events`} rule className={styles['section']}>
      <ul className={`${styles['events']} ${isShort ? styles['short'] : ''}`}>
        {(isWhole ? events : events.slice(0, firstCards)).map((event) => (
          <li key={event.alias}>
            <EventCard event={event} tier={tier} now={now} />
          </li>
        ))}
      </ul>
      {isShort && events.length > nextEvents && (
        <TextLink
          to="/$lang/reward-list"
          params={{ lang }}
          search={{ category: 'events' }}
          className={styles['allEvents']}
        >
          <Plural value={events.length} one="See # event" other="See all # events" />
        </TextLink>
      )}
    </Section>
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
