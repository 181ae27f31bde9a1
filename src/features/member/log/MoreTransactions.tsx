import { Plural, Trans } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import styles from './LogEntries.module.css'

interface MoreTransactionsProps {
  /** How many transactions are shown. */
  shown: number
  hasMore: boolean
  isLoading: boolean
  onShowMore: () => void
}

/** How much of the log is shown, and the button for more. The text takes the focus of a button that has brought the last page. */
export function MoreTransactions({ shown, hasMore, isLoading, onShowMore }: MoreTransactionsProps) {
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
