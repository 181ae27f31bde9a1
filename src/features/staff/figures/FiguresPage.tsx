import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { memberFigures } from '#contract/staff/figures.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatYearMonth } from '#src/i18n/dates.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { staffQuery } from '../staffClient.ts'
import styles from './Figures.module.css'
import { ExpiryFigure, JoinFigure, MemberFigure, PointFigure } from './monthFigures.tsx'
import { ConcertFigure, EventFigure, RewardFigure } from './offerFigures.tsx'

const route = getRouteApi('/figures')

/** The club in figures: of the last twelve months, or of a membership year. */
export function FiguresPage() {
  const { t } = useLingui()
  const until = route.useSearch().until
  return (
    <StaffPage title={t`Figures`}>
      <PeriodChoice until={until} />
      <div className={styles['page']}>
        <MemberFigure until={until} />
        <JoinFigure until={until} />
        <PointFigure until={until} />
        <ExpiryFigure />
        <ConcertFigure until={until} />
        <EventFigure until={until} />
        <RewardFigure until={until} />
      </div>
    </StaffPage>
  )
}

/** In which year the membership year of a month (`2026-11`) begins: in September. */
function membershipYearOf(month: string): number {
  const [year = 0, ordinal = 0] = month.split('-').map(Number)
  return ordinal >= 9 ? year : year - 1
}

function PeriodChoice({ until }: { until: string | undefined }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const navigate = route.useNavigate()
  // The months until now tell by the server's clock which membership years there are.
  const { data } = useQuery(staffQuery(memberFigures, {}))
  const { data: shown } = useQuery(staffQuery(memberFigures, { until }))
  const [first, last] = [data?.first, data?.months.at(-1)?.month]
  const [newest, oldest] = [last, first].map((month) => (month ? membershipYearOf(month) : null))
  const years =
    newest === null || newest === undefined
      ? []
      : Array.from({ length: newest - (oldest ?? newest) + 1 }, (_, index) => newest - index)
  const [from, to] = [shown?.months[0], shown?.months.at(-1)].map((one) => one && formatYearMonth(one.month, lang))
  return (
    <div className={styles['period']}>
      <SelectField
        label={t`Period`}
        placeholder={t`The last 12 months`}
        value={until ?? ''}
        options={years.map((year) => ({
          value: `${year + 1}-08`,
          label: t`Membership year ${`${year}/${String(year + 1).slice(2)}`}`,
        }))}
        onChange={({ target }) =>
          void navigate({ search: { until: target.value || undefined }, replace: true, resetScroll: false })
        }
      />
      <Button onClick={() => print()}>
        <Trans>Print</Trans>
      </Button>
      <p className={styles['months']}>
        {from && to && (
          <Trans>
            {from} to {to}
          </Trans>
        )}
      </p>
    </div>
  )
}
