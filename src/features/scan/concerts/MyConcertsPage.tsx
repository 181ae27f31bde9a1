import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { languageTable } from '#contract/language.ts'
import { AccountBreadcrumb } from '#src/features/member/AccountBreadcrumb.tsx'
import { OutdatedNotice } from '#src/features/member/OutdatedNotice.tsx'
import { scanSearchValue } from '#src/features/scan/scanSearch.ts'
import { useScanPageData } from '#src/features/scan/useScanPageData.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatEventTime, monthName } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { seatLabel } from '#src/i18n/seatLabel.ts'
import { useScans } from '#src/outbox/page/scanOutbox.ts'
import { useNow } from '#src/platform/now.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { EventTime } from '#src/ui/content/DateText.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import styles from './MyConcertsPage.module.css'
import {
  clefPath,
  type Evening,
  noteBox,
  notePath,
  ownTicketsOf,
  placeInMonth,
  type Season,
  seasonsOf,
  staveLines,
} from './score.ts'
import { shareSeason } from './seasonPicture.ts'

/** The member's concerts by season: a stave for each, on which every evening is a note. */
export function MyConcertsPage({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const { status, entries } = useScans(memberId)
  const { contents, user } = useScanPageData(memberId)
  const account = useClaimedTickets()
  const own = ownTicketsOf(account.tickets, user, entries)
  const now = useNow(own.map(({ ticket }) => ticket.performance_datetime))
  const seasons = seasonsOf(own, contents?.performances ?? [], now)
  const [opened, setOpened] = useState<string | null>(null)
  const isLoading = status === 'loading' || (account.tickets === undefined && !account.hasFailed)
  return (
    <Page
      title={t`My concerts`}
      lead={t`Each note is a concert: the more points, the higher it is. Press a note to see the concert.`}
      trail={<AccountBreadcrumb current={t`My concerts`} />}
      narrow
    >
      {account.hasFailed && account.tickets && <OutdatedNotice updatedAt={account.updatedAt} onRetry={account.retry} />}
      {account.hasFailed && !account.tickets && (
        <LoadFailure title={<Trans>We couldn’t load your concerts</Trans>} onRetry={account.retry} />
      )}
      {seasons.map((season) => (
        <SeasonScore key={season.years} season={season} opened={opened} onOpen={setOpened} />
      ))}
      {seasons.length === 0 && isLoading && (
        <Loading label={t`Loading…`}>
          <Staves rows={1} />
        </Loading>
      )}
      {seasons.length === 0 && !isLoading && account.tickets && <NoConcerts />}
    </Page>
  )
}

/** Every ticket that the member has claimed: each answer says where the next one goes on. */
function useClaimedTickets() {
  const client = useQueryClient()
  const queries = [memberAreaQueries.claimedTickets()]
  for (const { queryKey } of queries) {
    const before = client.getQueryData(queryKey)?.next
    if (before != null) queries.push(memberAreaQueries.claimedTickets(before))
  }
  const answers = useQueries({ queries })
  const failed = answers.filter(({ isError, isFetching }) => isError && !isFetching)
  const known = answers.filter(({ data }) => data !== undefined)
  return {
    tickets: known.length === 0 ? undefined : known.flatMap(({ data }) => data?.tickets ?? []),
    hasFailed: failed.length > 0,
    updatedAt: Math.min(...known.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

function NoConcerts() {
  const lang = useLanguage()
  return (
    <section className={styles['empty']}>
      <Staves rows={1} />
      <h2>
        <Trans>Your first concert goes here</Trans>
      </h2>
      <LinkButton to="/$lang/scanner" params={{ lang }} variant="primary">
        <Trans>Scan a ticket</Trans>
      </LinkButton>
    </section>
  )
}

const { left, top } = noteBox
const [width, height] = [noteBox.right - left, noteBox.bottom - top]
const lines = staveLines.map((y) => `M0 ${y}H1`).join('')

/** Empty staves below each other. */
function Staves({ rows }: { rows: number }) {
  return (
    <div className={styles['staves']} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['stave']}>
          <svg className={styles['lines']} viewBox={`0 ${top} 1 ${height}`} preserveAspectRatio="none">
            <path d={lines} />
          </svg>
          <svg className={styles['clef']} viewBox={`-4 ${top} 34 ${height}`}>
            <path d={clefPath} />
          </svg>
        </div>
      ))}
    </div>
  )
}

interface SeasonScoreProps {
  season: Season
  /** The key of the evening whose card is shown; null if none is. */
  opened: string | null
  onOpen: (key: string | null) => void
}

function SeasonScore({ season, opened, onOpen }: SeasonScoreProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const cardId = useId()
  const { years, isOver, evenings } = season
  const title = t`Season ${years}`
  const count = t`${plural(evenings.length, { one: '# concert', other: '# concerts' })}`
  const shown = evenings.find(({ key }) => key === opened)
  const isWaiting = evenings.some(({ tickets }) => tickets.some(({ isGiven }) => !isGiven))

  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = index + (event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0)
    const evening = evenings[next]
    if (next === index || !evening) return
    event.preventDefault()
    event.currentTarget.closest('ol')?.querySelectorAll('button')[next]?.focus()
    if (shown) onOpen(evening.key)
  }
  const share = () => {
    const months = new Map(evenings.map(({ month }) => [month, monthName(month, lang)]))
    void shareSeason(season, { title, count, months })
  }
  return (
    <Section
      title={title}
      lead={count}
      action={
        <Button variant="quiet" className={styles['share']} aria-label={t`Share season ${years}`} onClick={share}>
          <Icon name="external" />
          <Trans>Share</Trans>
        </Button>
      }
    >
      <div className={styles['score']}>
        {/* A row has at least two notes. */}
        <Staves rows={Math.ceil(evenings.length / 2)} />
        <ol className={styles['notes']} aria-label={title}>
          {evenings.map((evening, index) => {
            const { isFirst, isLast } = placeInMonth(evenings, index)
            const isEnd = index === evenings.length - 1
            const bar = isEnd ? (isOver ? 'end' : undefined) : isLast ? 'month' : undefined
            return (
              <li key={evening.key} className={styles['evening']} data-bar={bar}>
                <button
                  type="button"
                  className={styles['note']}
                  aria-expanded={evening === shown}
                  aria-controls={evening === shown ? cardId : undefined}
                  onClick={() => onOpen(evening === shown ? null : evening.key)}
                  onKeyDown={(event) => move(event, index)}
                >
                  <svg
                    viewBox={`${left} ${top} ${width} ${height}`}
                    style={{ animationDelay: `${index * drawingPauseMs}ms` }}
                    aria-hidden="true"
                  >
                    <path d={notePath(evening)} />
                  </svg>
                  <VisuallyHidden>
                    <EveningWords evening={evening} />
                  </VisuallyHidden>
                </button>
                {isFirst && (
                  <span className={styles['month']} aria-hidden="true">
                    {monthName(evening.month, lang)}
                  </span>
                )}
              </li>
            )
          })}
        </ol>
      </div>
      {isWaiting && (
        <p className={styles['soft']}>
          <Trans>The points of open notes come after the concert.</Trans>
        </p>
      )}
      {shown && <EveningCard id={cardId} evening={shown} />}
    </Section>
  )
}

/** How long after a note the next one is drawn, in milliseconds. */
const drawingPauseMs = 30

function useSeats({ tickets }: Evening): string[] {
  const { i18n } = useLingui()
  return tickets.map(({ ticket }) => seatLabel(ticket.seat, i18n)).filter((seat) => seat !== '')
}

/** An evening in one line: when, what, where, which seats, how many points. */
function EveningWords({ evening }: { evening: Evening }) {
  const lang = useLanguage()
  const seats = useSeats(evening)
  const { startsAt, concert, venue } = evening
  const words = [
    formatEventTime(startsAt, lang),
    localized(concert, lang),
    ...(venue ? [localized(venue, lang)] : []),
    ...seats,
  ]
  return (
    <>
      {words.join(languageTable[lang].comma)}
      {languageTable[lang].comma}
      <EveningPoints evening={evening} />
    </>
  )
}

function EveningPoints({ evening: { tickets } }: { evening: Evening }) {
  const points = tickets.reduce((sum, { ticket }) => sum + ticket.points, 0)
  const figure = formatPoints(points)
  return tickets.every(({ isGiven }) => isGiven) ? (
    <Plural value={points} one={`${figure} point`} other={`${figure} points`} />
  ) : (
    <Plural value={points} one={`${figure} point after the concert`} other={`${figure} points after the concert`} />
  )
}

/** The concert of a note, which comes into sight when it is opened. */
function EveningCard({ id, evening }: { id: string; evening: Evening }) {
  const lang = useLanguage()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const seats = useSeats(evening)
  const { startsAt, concert, venue, tickets } = evening
  const scans = tickets.flatMap(({ scanId }) => scanId ?? [])
  return (
    <article ref={card} id={id} className={styles['card']}>
      <h3>
        <LocalText text={concert} />
      </h3>
      <p>
        <EventTime moment={startsAt} />
      </p>
      {venue && <LocalText text={venue} as="p" />}
      {seats.length > 0 && <p>{seats.join(languageTable[lang].comma)}</p>}
      <p className={styles['last']}>
        <strong>
          <EveningPoints evening={evening} />
        </strong>
        {scans.length === 0 ? (
          <TextLink to="/$lang/my-scans" params={{ lang }}>
            <Trans>See my scans</Trans>
          </TextLink>
        ) : (
          <TextLink to="/$lang/scan-success" params={{ lang }} search={{ scan: scanSearchValue(scans) }}>
            <Trans>See the scan</Trans>
          </TextLink>
        )}
      </p>
    </article>
  )
}
