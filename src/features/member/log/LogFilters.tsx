import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { keysOf } from '#contract/keysOf.ts'
import type { TransactionKind } from '#contract/member/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatYearMonth } from '#src/i18n/dates.ts'
import { useNow } from '#src/platform/now.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import styles from './LogFilters.module.css'
import { isFiltered, type LogSearch, readLogSearch } from './logSearch.ts'
import { monthsBetween } from './months.ts'

interface LogFiltersProps {
  search: LogSearch
  onSearch: (search: LogSearch) => void
  /** When the member's first transaction was made; null if that is unknown. ISO 8601. */
  oldest: string | null
}

/** The filters of the log. They are in the address, so that a choice survives a reload and can be linked to. */
export function LogFilters({ search, onSearch, oldest }: LogFiltersProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const now = useNow()
  const set = (part: Record<string, string>) => onSearch(readLogSearch({ ...search, ...part }))
  const known = monthsBetween(oldest === null ? now : Date.parse(oldest), now)
  const months = search.month === undefined || known.includes(search.month) ? known : [search.month, ...known]
  return (
    <search className={styles['filters']} aria-label={t`Filter the points history`}>
      <SelectField
        label={t`Type`}
        value={search.type ?? ''}
        placeholder={t`All types`}
        options={keysOf(kindMessages).map((kind) => ({ value: kind, label: i18n._(kindMessages[kind]) }))}
        onChange={(event) => set({ type: event.target.value })}
      />
      <SelectField
        label={t`Month`}
        value={search.month ?? ''}
        placeholder={t`All months`}
        options={months.map((month) => ({ value: month, label: formatYearMonth(month, lang) }))}
        onChange={(event) => set({ month: event.target.value })}
      />
      {isFiltered(search) && (
        <Button variant="quiet" onClick={() => onSearch({})}>
          <Trans>Show everything</Trans>
        </Button>
      )}
    </search>
  )
}

/** The kinds of point transactions, in the order in which they can be chosen. */
const kindMessages: Record<TransactionKind, MessageDescriptor> = {
  ticket: msg`Tickets`,
  bonus: msg`Bonus points`,
  reward: msg`Rewards`,
  miles: msg`Airline miles`,
  expired: msg`Expired points`,
  other: msg`Other`,
}
