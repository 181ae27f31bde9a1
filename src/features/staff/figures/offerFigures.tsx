import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  type ConcertFigure as Concert,
  concertFigures,
  type EventFigure as ClubEvent,
  eventFigures,
  type RewardFigure as Reward,
  rewardFigures,
} from '#contract/staff/figures.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { dayParts, formatDate, formatMonth } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { BarPlot, Plot } from '#src/ui/content/Plot.tsx'
import { staffQuery } from '../staffClient.ts'
import { Figure, type FigureColumn, type Period, sumOf } from './Figure.tsx'

/** A share in per cent, with one digit after the point. */
const shareOf = (scanned: number, sold: number) => (sold === 0 ? 0 : Math.round((scanned / sold) * 1000) / 10)
const percent = (share: number) => `${share}%`

/** When a concert or an event begins, as a column. */
function useBeginning(): FigureColumn<{ startsAt: string }> {
  const { t } = useLingui()
  const lang = useLanguage()
  return {
    head: t`Begins`,
    name: 'starts_at',
    valueOf: ({ startsAt }) => startsAt,
    textOf: ({ startsAt }) => formatDate(startsAt, lang),
  }
}

/** Of the seats that were sold, how many were scanned. */
export function ConcertFigure({ until }: Period) {
  const { t } = useLingui()
  const lang = useLanguage()
  const beginning = useBeginning()
  const monthOf = ({ startsAt }: Concert) => formatMonth(startsAt, lang)
  const nameOf = ({ name, id }: Concert) => localized(name, lang) || id
  return (
    <Figure
      title={t`Scans by concert`}
      about={<Trans>Of the tickets sold and not returned, the share that members scanned.</Trans>}
      query={useQuery(staffQuery(concertFigures, { until }))}
      rowsOf={({ concerts }) => concerts.toReversed()}
      keyOf={({ id }) => id}
      file="concerts.csv"
      empty={<Trans>No concert took place in this period.</Trans>}
      columns={[
        { head: t`Concert`, name: 'concert', valueOf: nameOf },
        beginning,
        { head: t`Tickets sold`, name: 'sold', valueOf: ({ sold }) => sold },
        { head: t`Scanned`, name: 'scanned', valueOf: ({ scanned }) => scanned },
        {
          head: t({ message: 'Share', context: 'per cent' }),
          name: 'share_percent',
          valueOf: ({ scanned, sold }) => shareOf(scanned, sold),
          textOf: ({ scanned, sold }) => percent(shareOf(scanned, sold)),
        },
      ]}
      renderPlot={({ concerts }) => (
        <Plot
          label={t`Share of the tickets sold that was scanned, by concert`}
          format={percent}
          columns={concerts.map((concert, index) => {
            const before = concerts[index - 1]
            const isFirst = before === undefined || monthOf(before) !== monthOf(concert)
            const share = percent(shareOf(concert.scanned, concert.sold))
            return {
              key: concert.id,
              title: `${formatDate(concert.startsAt, lang)}, ${nameOf(concert)}: ${share}`,
              label: isFirst ? dayParts(concert.startsAt, lang).month : '',
            }
          })}
          parts={[
            {
              title: t`Of all concerts`,
              tone: 'accent',
              values: concerts.map((one) => shareOf(one.scanned, one.sold)),
              figure: percent(
                shareOf(
                  sumOf(concerts, (one) => one.scanned),
                  sumOf(concerts, (one) => one.sold),
                ),
              ),
            },
          ]}
        />
      )}
    />
  )
}

const missedOf = ({ registered, attended }: ClubEvent) => Math.max(0, registered - attended)

/** Of the places that were taken at events, at how many somebody came. */
export function EventFigure({ until }: Period) {
  const { t } = useLingui()
  const lang = useLanguage()
  const beginning = useBeginning()
  const nameOf = ({ name, alias }: ClubEvent) => localized(name, lang) || alias
  return (
    <Figure
      title={t`Event attendance`}
      about={<Trans>The places taken at each event, and how many guests arrived.</Trans>}
      query={useQuery(staffQuery(eventFigures, { until }))}
      rowsOf={({ events }) => events.toReversed()}
      keyOf={({ alias }) => alias}
      file="events.csv"
      empty={<Trans>No event took place in this period.</Trans>}
      columns={[
        { head: t`Event`, name: 'event', valueOf: nameOf },
        beginning,
        {
          head: t`Places`,
          name: 'places',
          valueOf: ({ places }) => places ?? '',
          textOf: ({ places }) => (places === null ? t`No limit` : formatPoints(places)),
        },
        { head: t`Places taken`, name: 'registered', valueOf: ({ registered }) => registered },
        { head: t`Arrived`, name: 'attended', valueOf: ({ attended }) => attended },
      ]}
      renderPlot={({ events }) => (
        <Plot
          label={t`Places taken and guests who arrived, by event`}
          columns={events.map((event) => ({
            key: event.alias,
            title: `${formatDate(event.startsAt, lang)}, ${nameOf(event)}: ${event.attended} / ${event.registered}`,
            label: dayParts(event.startsAt, lang).month,
          }))}
          parts={[
            {
              title: t`Arrived`,
              tone: 'accent',
              values: events.map(({ attended }) => attended),
              figure: formatPoints(sumOf(events, ({ attended }) => attended)),
            },
            {
              title: t`Didn’t come`,
              tone: 'plain',
              values: events.map(missedOf),
              figure: formatPoints(sumOf(events, missedOf)),
            },
          ]}
        />
      )}
    />
  )
}

/** So many rewards are drawn; the table has all of them. */
const mostDrawn = 10

/** What members have redeemed. */
export function RewardFigure({ until }: Period) {
  const { t } = useLingui()
  const lang = useLanguage()
  const nameOf = ({ name, alias }: Reward) => (name && localized(name, lang)) || alias
  return (
    <Figure
      title={t`Redemptions by reward`}
      about={
        <Trans>
          The {mostDrawn} rewards that took the most points. Conversions to miles are shown with the points above.
        </Trans>
      }
      query={useQuery(staffQuery(rewardFigures, { until }))}
      rowsOf={({ rewards }) => rewards}
      keyOf={({ alias }) => alias}
      file="rewards.csv"
      empty={<Trans>Nothing was redeemed in this period.</Trans>}
      columns={[
        { head: t`Reward`, name: 'reward', valueOf: nameOf },
        { head: t`Redemptions`, name: 'redemptions', valueOf: ({ redemptions }) => redemptions },
        { head: t`Items`, name: 'quantity', valueOf: ({ quantity }) => quantity },
        { head: t`Points`, name: 'points', valueOf: ({ points }) => points },
      ]}
      renderPlot={({ rewards }) => (
        <BarPlot
          label={t`Points spent on each reward`}
          bars={rewards.slice(0, mostDrawn).map((reward) => ({
            key: reward.alias,
            title: nameOf(reward),
            value: reward.points,
            figure: formatPoints(reward.points),
          }))}
        />
      )}
    />
  )
}
