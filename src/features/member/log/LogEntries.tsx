import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { OutdatedNotice } from '../OutdatedNotice.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import styles from './LogEntries.module.css'
import { LogFilters } from './LogFilters.tsx'
import { isFiltered, type LogSearch } from './logSearch.ts'
import { LogTable } from './LogTable.tsx'
import { useLogPages } from './useLogPages.ts'

interface LogEntriesProps {
  search: LogSearch
  onSearch: (search: LogSearch) => void
  /**
   * What is not in the log yet: below the filters, which do not move when it comes, and only where nothing is filtered.
   */
  scansUnderWay: ReactNode
}

/** The filters of the log and the entries that pass them. */
export function LogEntries({ search, onSearch, scansUnderWay }: LogEntriesProps) {
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
