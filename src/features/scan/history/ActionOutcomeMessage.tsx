import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import styles from './ActionOutcomeMessage.module.css'
import { newsByNow, newsWords, type ScanNews } from './actionOutcome.ts'

interface NewsLineProps {
  /** A new object for each wish. */
  news: { word: ScanNews } | null
  /** How many scans wait to be sent by now. */
  waitingCount: number
}

/**
 * Says what came of the member's last wish. It takes the focus, because the button that was pressed may have gone with its card.
 */
export function NewsLine({ news, waitingCount }: NewsLineProps) {
  const { i18n } = useLingui()
  const word = newsByNow(news, waitingCount)
  const line = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (news) line.current?.focus({ preventScroll: true })
  }, [news])
  return (
    <output ref={line} className={styles['line']} tabIndex={-1}>
      {word && i18n._(newsWords[word])}
    </output>
  )
}
