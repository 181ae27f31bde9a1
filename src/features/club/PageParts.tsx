import type { ReactNode } from 'react'
import styles from './PageParts.module.css'

/** The parts of a page about the club, one below the other. */
export function PageParts({ children }: { children: ReactNode }) {
  return <div className={styles['parts']}>{children}</div>
}
