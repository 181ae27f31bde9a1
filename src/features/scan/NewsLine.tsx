import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import styles from './NewsLine.module.css'
import { newsWords, type ScanNews } from './scanNews.ts'

/**
 * Says what came of the member's last wish. It takes the focus, because the button that was pressed may have gone with its card.
 */
export function NewsLine({ news }: { news: { word: ScanNews } | null }) {
  const { i18n } = useLingui()
  const line = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (news) line.current?.focus({ preventScroll: true })
  }, [news])
  return (
    <output ref={line} className={styles['line']} tabIndex={-1}>
      {news && i18n._(newsWords[news.word])}
    </output>
  )
}
