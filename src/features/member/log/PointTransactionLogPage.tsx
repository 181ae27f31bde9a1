import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx'
import { Page } from '#src/ui/Page.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { LogEntries } from './LogEntries.tsx'
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
  const lang = useLanguage()
  const account = (
    <TextLink to="/$lang/member-detail" params={{ lang }}>
      <Trans>My account</Trans>
    </TextLink>
  )
  return (
    <Page
      title={t`Points log`}
      lead={t`Every point you’ve earned and used, the newest first.`}
      trail={<Breadcrumb links={[{ key: 'account', link: account }]} current={t`Points log`} />}
    >
      {scansUnderWay}
      <LogEntries search={search} onSearch={onSearch} />
    </Page>
  )
}
