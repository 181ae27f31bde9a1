import type { ReactNode } from 'react'
import styles from './ScanList.module.css'

/** The buttons of a card about a scan. The last one, which deletes, is set apart. */
export function CardActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}
