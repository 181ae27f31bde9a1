import { Trans, useLingui } from '@lingui/react/macro'
import { type EventFigure as ClubEvent, eventFigures } from '#contract/staff/figures.ts'
import { dayParts, formatDate } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useStaffLanguage } from '../navigation.ts'
import { useAnswer } from '../staffCalls.ts'
import { ColumnPlot } from './ColumnPlot.tsx'
import { Figure } from './Figure.tsx'

const missedOf = ({ registered, attended }: ClubEvent) => Math.max(0, registered - attended)

/** Of the places that were taken at events, at how many somebody came. */
export function EventFigure({ until }: { until: string | undefined }) {
  const { t } = useLingui()
  const lang = useStaffLanguage()
  const nameOf = ({ name, alias }: ClubEvent) => localized(name, lang) || alias
  return (
    <Figure
      title={t`Event attendance`}
      about={<Trans>The places taken at each event, and how many guests arrived.</Trans>}
      query={useAnswer(eventFigures, { until })}
      rowsOf={({ events }) => events.toReversed()}
      keyOf={({ alias }) => alias}
      file="events.csv"
      empty={<Trans>No event took place in this period.</Trans>}
      columns={[
        { head: t`Event`, name: 'event', valueOf: nameOf },
        {
          head: t`Begins`,
          name: 'starts_at',
          valueOf: ({ startsAt }) => startsAt,
          textOf: ({ startsAt }) => formatDate(startsAt, lang),
        },
        {
          head: t`Places`,
          name: 'places',
          valueOf: ({ places }) => places ?? '',
          textOf: ({ places }) => (places === null ? t`No limit` : formatPoints(places)),
        },
        { head: t`Places taken`, name: 'registered', valueOf: ({ registered }) => registered },
        { head: t`Arrived`, name: 'attended', valueOf: ({ attended }) => attended },
      ]}
      renderPlot={({ events }) => {
        const sumOf = (count: (event: ClubEvent) => number) =>
          formatPoints(events.reduce((sum, event) => sum + count(event), 0))
        return (
          <ColumnPlot
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
                figure: sumOf(({ attended }) => attended),
              },
              { title: t`Didn’t come`, tone: 'plain', values: events.map(missedOf), figure: sumOf(missedOf) },
            ]}
          />
        )
      }}
    />
  )
}
