import { useLingui, Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { MessageDescriptor, I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { keysOf } from '#contract/keysOf.ts'
import { type TransactionKind, type LoggedTransaction, pointTransactions } from '#contract/member/points.ts'
import type { Language } from '#contract/language.ts'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { formatYearMonth, formatDate } from '#src/i18n/dates.ts'
import { useNow } from '#src/platform/now.ts'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { saveFile } from '#src/platform/saveFile.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import { AccountBreadcrumb } from '../AccountBreadcrumb.tsx'
import { PointsOverview } from './PointsOverview.tsx'
import { type LogSearch, isFiltered, readLogSearch } from './logSearch.ts'
import styles from './PointTransactionLogPage.module.css'
import { OutdatedNotice } from '../OutdatedNotice.tsx'
import { LogTable } from './LogTable.tsx'
import { useLogPages } from './useLogPages.ts'
import { monthsBetween } from './months.ts'
import { readWholeLog } from './readWholeLog.ts'

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

interface LogEntriesProps {
  search: LogSearch
  onSearch: (search: LogSearch) => void
  /**
   * What is not in the log yet: below the filters, which do not move when it comes, and only where nothing is filtered.
   */
  scansUnderWay: ReactNode
}

/** The filters of the log and the entries that pass them. */
function LogEntries({ search, onSearch, scansUnderWay }: LogEntriesProps) {
  const { t } = useLingui()
  const { transactions, oldest, hasMore, isLoading, isEndMissing, isOutdated, updatedAt, showMore, retry } =
    useLogPages(search)
  const failure = isOutdated && <OutdatedNotice updatedAt={updatedAt} onRetry={retry} />
  const isEmpty = transactions?.length === 0
  return (
    <>
      {!isEndMissing && failure}
      {!(isEmpty && !isFiltered(search)) && (
        <div className={styles['tools']}>
          <LogFilters search={search} onSearch={onSearch} oldest={oldest} />
          {transactions !== undefined && !isEmpty && <DownloadButton search={search} />}
        </div>
      )}
      {!isFiltered(search) && scansUnderWay}
      {transactions !== undefined && !isEmpty && <LogTable transactions={transactions} />}
      {isEmpty && (isFiltered(search) ? <NothingFound /> : <NoTransactions />)}
      {isLoading && transactions === undefined && (
        <Loading label={t`Loading your points…`} className={styles['bones']}>
          <Skeleton shape="text" lines={5} />
        </Loading>
      )}
      {transactions !== undefined && !isEmpty && (
        <MoreTransactions
          shown={transactions.length}
          hasMore={hasMore || isLoading}
          isLoading={isLoading}
          onShowMore={showMore}
        />
      )}
      {isEndMissing && failure}
    </>
  )
}

function NothingFound() {
  return (
    <EmptyState title={<Trans>No matching transactions</Trans>} icon="search">
      <p>
        <Trans>Choose another month or another type.</Trans>
      </p>
    </EmptyState>
  )
}

function NoTransactions() {
  const lang = useLanguage()
  return (
    <EmptyState title={<Trans>No points yet</Trans>}>
      <p>
        <Trans>Scan a concert ticket to earn your first ones.</Trans>
      </p>
      <LinkButton to="/$lang/scan-intro" params={{ lang }} variant="primary">
        <Trans>Scan a ticket</Trans>
      </LinkButton>
    </EmptyState>
  )
}

interface MoreTransactionsProps {
  /** How many transactions are shown. */
  shown: number
  hasMore: boolean
  isLoading: boolean
  onShowMore: () => void
}

/**
 * How much of the log is shown, and the button for more. The text takes the focus of a button that has brought the last
 * page.
 */
function MoreTransactions({ shown, hasMore, isLoading, onShowMore }: MoreTransactionsProps) {
  const text = useRef<HTMLOutputElement>(null)
  const wasPressed = useRef(false)
  useLayoutEffect(() => {
    if (wasPressed.current && !hasMore) text.current?.focus({ preventScroll: true })
    if (!isLoading) wasPressed.current = false
  }, [hasMore, isLoading])
  const figure = formatPoints(shown)
  return (
    <div className={styles['more']}>
      <output ref={text} className={styles['shown']} tabIndex={-1}>
        <Plural value={shown} one="1 transaction shown" other={`${figure} transactions shown`} />
      </output>
      {hasMore && (
        <Button
          busy={isLoading}
          onClick={() => {
            wasPressed.current = true
            onShowMore()
          }}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  )
}

interface LogFiltersProps {
  search: LogSearch
  onSearch: (search: LogSearch) => void
  /** When the member's first transaction was made; null if that is unknown. ISO 8601. */
  oldest: string | null
}

/** The filters of the log. They are in the address, so that a choice survives a reload and can be linked to. */
function LogFilters({ search, onSearch, oldest }: LogFiltersProps) {
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

/** Saves every entry that passes the filter as a CSV file, which spreadsheets open. */
function DownloadButton({ search }: { search: LogSearch }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const [stage, setStage] = useState<'idle' | 'reading' | 'failed'>('idle')
  const download = async () => {
    setStage('reading')
    const log = await readWholeLog(async (before) => {
      const answer = await clubClient.call(pointTransactions, { ...search, before }, { concurrent: true })
      return answer.ok ? answer.data : null
    })
    setStage(log ? 'idle' : 'failed')
    if (!log) return
    const headings = [t`Date`, t`Description`, t`Ticket number`, t`Points`, t`Balance`]
    saveFile(fileName(search), csvFile([headings, ...log.map((one) => cellsOf(one, lang, i18n))]))
  }
  return (
    <div className={styles['download']}>
      <Button busy={stage === 'reading'} onClick={() => void download()}>
        <Trans>Download as CSV</Trans>
      </Button>
      {stage === 'failed' && (
        <output className={styles['failed']}>
          <Icon name="alert" />
          <Trans>We couldn’t read the whole history. Check your connection and try again.</Trans>
        </output>
      )}
    </div>
  )
}

function cellsOf(transaction: LoggedTransaction, lang: Language, i18n: I18n): (string | number)[] {
  return [
    formatDate(transaction.created_at, lang),
    spreadsheetText(transactionMessage(transaction, lang, i18n)),
    spreadsheetText(transaction.ticket_no ?? ''),
    transaction.delta_balance,
    transaction.balance,
  ]
}

function fileName({ type, month }: LogSearch): string {
  return `${['club-bravo-points', month, type].filter(Boolean).join('-')}.csv`
}
