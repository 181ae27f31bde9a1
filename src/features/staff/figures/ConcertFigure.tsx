import { Trans, useLingui } from '@lingui/react/macro'
import { type ConcertFigure as Concert, concertFigures } from '#contract/staff/figures.ts'
import { dayParts, formatDate, formatMonth } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { useStaffLanguage } from '../navigation.ts'
import { useAnswer } from '../staffCalls.ts'
import { ColumnPlot } from './ColumnPlot.tsx'
import { Figure } from './Figure.tsx'

/** A share in per cent, with one digit after the point. */
const shareOf = (scanned: number, sold: number) => (sold === 0 ? 0 : Math.round((scanned / sold) * 1000) / 10)
const percent = (share: number) => `${share}%`
const sumOf = (concerts: readonly Concert[], count: (concert: Concert) => number) =>
  concerts.reduce((sum, concert) => sum + count(concert), 0)

/** Of the seats that were sold, how many were scanned. */
export function ConcertFigure({ until }: { until: string | undefined }) {
  const { t } = useLingui()
  const lang = useStaffLanguage()
  const monthOf = ({ startsAt }: Concert) => formatMonth(startsAt, lang)
  const nameOf = ({ name, id }: Concert) => localized(name, lang) || id
  return (
    <Figure
      title={t`Scans by concert`}
      about={<Trans>Of the tickets sold and not returned, the share that members scanned.</Trans>}
      query={useAnswer(concertFigures, { until })}
      rowsOf={({ concerts }) => concerts.toReversed()}
      keyOf={({ id }) => id}
      file="concerts.csv"
      empty={<Trans>No concert took place in this period.</Trans>}
      columns={[
        { head: t`Concert`, name: 'concert', valueOf: nameOf },
        {
          head: t`Begins`,
          name: 'starts_at',
          valueOf: ({ startsAt }) => startsAt,
          textOf: ({ startsAt }) => formatDate(startsAt, lang),
        },
        { head: t`Tickets sold`, name: 'sold', valueOf: ({ sold }) => sold },
        { head: t`Scanned`, name: 'scanned', valueOf: ({ scanned }) => scanned },
        {
          head: t({ message: 'Share', context: 'per cent' }),
          name: 'share_percent',
          valueOf: ({ scanned, sold }) => shareOf(scanned, sold),
          textOf: ({ scanned, sold }) => percent(shareOf(scanned, sold)),
        },
      ]}
      renderPlot={({ concerts }) => {
        const [sold, scanned] = [sumOf(concerts, (one) => one.sold), sumOf(concerts, (one) => one.scanned)]
        return (
          <ColumnPlot
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
                figure: percent(shareOf(scanned, sold)),
              },
            ]}
          />
        )
      }}
    />
  )
}
