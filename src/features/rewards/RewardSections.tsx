import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { EventSummary } from '#contract/spending/events.ts'
import { matchesAllWords } from '#src/i18n/textSearch.ts'
import { useBelowTheFold, useFoldPlaceholder } from '#src/ui/layout/belowTheFold.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { RewardCard } from './RewardCard.tsx'
import styles from './RewardSections.module.css'
import { isFiltered, matchesSearch, type RewardSearch, type Searcher } from './search.ts'
import type { RewardSection } from './sections.ts'

interface RewardSectionsProps {
  sections: readonly RewardSection[]
  search: RewardSearch
  /** The member's points; null for a visitor. */
  points: number | null
  now: number
  renderEvent: (event: EventSummary) => ReactNode
  onShowAll: () => void
}

/** The part of a section that passes the filters; null if nothing does. Events cost no points, and are open to every tier. */
function filterSection(section: RewardSection, search: RewardSearch, searcher: Searcher): RewardSection | null {
  if (search.category !== undefined && search.category !== section.code) return null
  if (section.code === 'events') {
    const events = section.events.filter(({ name, short_description: description }) =>
      matchesAllWords(search.q, [...Object.values(name), ...Object.values(description)]),
    )
    return events.length === 0 ? null : { ...section, events }
  }
  const rewards = section.rewards.filter((reward) => matchesSearch(reward, search, searcher))
  return rewards.length === 0 ? null : { ...section, rewards }
}

/** Rewards and events by category, filtered. */
export function RewardSections({ sections, search, points, now, renderEvent, onShowAll }: RewardSectionsProps) {
  const { t } = useLingui()
  const isBelowDue = useBelowTheFold()
  const [hasSearched, setHasSearched] = useState(false)
  if (!hasSearched && isFiltered(search)) setHasSearched(true)
  const placeholder = useFoldPlaceholder()
  const shown = sections.flatMap((section) => filterSection(section, search, { points, now }) ?? [])
  const count = shown.reduce(
    (sum, section) => sum + (section.code === 'events' ? section.events.length : section.rewards.length),
    0,
  )
  return (
    <>
      <VisuallyHidden>
        <output>
          {/* Not before somebody searches: nobody wants to be told, and the browser's first formatter costs a slow phone a tenth of a second. */}
          {hasSearched && <Plural value={count} one="Showing # result" other="Showing # results" />}
        </output>
      </VisuallyHidden>
      {(isBelowDue ? shown : shown.slice(0, 1)).map((section) => (
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
              ? section.events.map((event) => <li key={event.alias}>{renderEvent(event)}</li>)
              : section.rewards.map((reward) => (
                  <li key={reward.alias}>
                    <RewardCard reward={reward} now={now} />
                  </li>
                ))}
          </ul>
        </Section>
      ))}
      {!isBelowDue && <div ref={placeholder} />}
      {count === 0 && sections.length > 0 && (
        <EmptyState title={t`Nothing matches your search`} icon="search">
          <p>
            <Trans>Try fewer words, another category or all tiers.</Trans>
          </p>
          <Button onClick={onShowAll}>
            <Trans>Show everything</Trans>
          </Button>
        </EmptyState>
      )}
      {sections.length === 0 && (
        <EmptyState title={t`There are no rewards at the moment`} icon="gift">
          <p>
            <Trans>We add new rewards every season. Your points stay yours.</Trans>
          </p>
        </EmptyState>
      )}
    </>
  )
}
