import type { ReactNode } from 'react'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import styles from './Details.module.css'

/** The browser's own disclosure, which opens before the app has started. */
export function Details({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className={styles['details']}>
      <summary className={styles['summary']}>
        <span>{summary}</span>
        <ChromeIcon name="chevronDown" className={styles['mark']} />
      </summary>
      {children}
    </details>
  )
}
