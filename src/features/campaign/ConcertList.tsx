import { Trans, useLingui } from '@lingui/react/macro'
import type { Concert, Performance, StaticContents } from '#contract/content.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { saveCalendarFile } from '#src/platform/calendarFile.ts'
import { useNow } from '#src/platform/now.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'
import { DateLeaf } from '#src/ui/content/DateLeaf.tsx'
import { EventTime } from '#src/ui/content/DateText.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import styles from './ConcertList.module.css'

/** The concerts to come, each with its day, its picture, and the ways to buy tickets and to note it down. */
export function ConcertList({ performances, concerts }: Pick<StaticContents, 'performances' | 'concerts'>) {
  const now = useNow(performances.map(({ starts_at: start }) => start))
  const coming = performances
    .filter(({ starts_at: start }) => Date.parse(start) > now)
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
  if (coming.length === 0) return null
  return (
    <Section title={<Trans>Still to come</Trans>} rule>
      <ul className={styles['concerts']}>
        {coming.map((performance) => (
          <li key={performance.id} className={styles['concert']}>
            <ConcertFacts
              performance={performance}
              concert={concerts.find(({ performance: id }) => id === performance.id)}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface ConcertFactsProps {
  performance: Performance
  /** What the editors have added to it. */
  concert: Concert | undefined
}

function ConcertFacts({ performance, concert }: ConcertFactsProps) {
  const { name, venue, starts_at: start } = performance
  const image = concert?.image ?? null
  const tickets = concert?.tickets_url ?? null
  return (
    <>
      {image !== null && (
        <Picture image={image} alt="" sizes="(width < 48rem) 100vw, 20rem" ratio="card" className={styles['picture']} />
      )}
      <div className={styles['words']}>
        <DateLeaf moment={start} />
        <div>
          <h3 className={styles['name']}>
            <LocalText text={name} />
          </h3>
          <p className={styles['time']}>
            <EventTime moment={start} short />
          </p>
          <p className={styles['venue']}>
            <LocalText text={venue} />
          </p>
        </div>
      </div>
      <div className={styles['actions']}>
        {tickets !== null && (
          <ExternalLink href={tickets} variant="primary">
            <Trans>Buy tickets</Trans>
            <VisuallyHidden>
              <LocalText text={name} />
            </VisuallyHidden>
          </ExternalLink>
        )}
        <CalendarButton performance={performance} />
      </div>
    </>
  )
}

function CalendarButton({ performance: { id, name, venue, starts_at: startsAt } }: { performance: Performance }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const title = localized(name, lang)
  const save = () =>
    saveCalendarFile({
      id: `concert-${id}`,
      title,
      startsAt,
      place: localized(venue, lang),
      description: '',
      url: location.href,
    })
  return (
    <Button aria-label={t`Add to calendar: ${title}`} onClick={save}>
      <Icon name="calendar" />
      <Trans>Add to calendar</Trans>
    </Button>
  )
}
