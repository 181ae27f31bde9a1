import { useLingui } from '@lingui/react/macro'
import { type ReactNode } from 'react'
import { Page } from '#src/ui/layout/Page.tsx'
import { AccountBreadcrumb } from '../AccountBreadcrumb.tsx'
import { LogEntries } from './LogEntries.tsx'
import { PointsOverview } from './PointsOverview.tsx'
import type { LogSearch } from './logSearch.ts'

interface PointTransactionLogPageProps {
  search: LogSearch
  onSearch: (search: LogSearch) => void
  /** The scans that are not in the log yet, which belong to another feature. */
  scansUnderWay: ReactNode
}

/** Everything that has changed the member's points. */
export function PointTransactionLogPage({ search, onSearch, scansUnderWay }: PointTransactionLogPageProps) {
  const { t } = useLingui()
  return (
    <Page
      title={t`Points history`}
      lead={t`Every point you’ve earned and used, newest first.`}
      trail={<AccountBreadcrumb current={t`Points history`} />}
    >
      <PointsOverview />
      <LogEntries search={search} onSearch={onSearch} scansUnderWay={scansUnderWay} />
    </Page>
  )
}
