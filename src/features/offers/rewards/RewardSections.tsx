import { Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import type { Tier } from '#contract/member/tiers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { EventCard } from '../events/EventCard.tsx'
import { RewardCard } from './RewardCard.tsx'
import styles from './RewardSections.module.css'
import type { Found } from './findOffers.ts'

interface RewardSectionsProps {
  found: Found
  /** Whether the club offers nothing at all. */
  isEmpty: boolean
  now: number
  /** The member's; null for a visitor. */
  tier: Tier | null
  /** Whether the rest is near, or a search has been narrowed: what it found is drawn whole, as its number is shown. */
  isWhole: boolean
  /** Of the rest. */
  placeholder: Ref<HTMLDivElement>
  onShowAll: () => void
}

/** How many cards are drawn before the page is used: a row, of which a phone's first view has none. */
const firstCards = 3

/** Rewards and events by category, filtered. */
export function RewardSections({ found, isEmpty, now, tier, isWhole, placeholder, onShowAll }: RewardSectionsProps) {
  const { t } = useLingui()
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
        >
          <ul className={styles['grid']}>
            {section.code === 'events'
              ? drawn(section.events).map((event) => (
                  <li key={event.alias}>
                    <EventCard event={event} tier={tier} now={now} />
                  </li>
                ))
              : drawn(section.rewards).map((reward) => (
                  <li key={reward.alias}>
                    <RewardCard reward={reward} now={now} />
                  </li>
                ))}
          </ul>
        </Section>
      ))}
      {!isWhole && !isEmpty && (
        <div ref={placeholder} className={`${styles['grid']} ${styles['rest']}`}>
          {Array.from({ length: firstCards }, (_, index) => (
            <Skeleton key={index} shape="card" />
          ))}
        </div>
      )}
      {found.count === 0 && !isEmpty && (
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
            <Trans>We add new rewards every season. Your points stay yours.</Trans>
          </p>
        </EmptyState>
      )}
    </>
  )
}
