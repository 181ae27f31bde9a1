import type { ReactNode } from 'react'
import styles from './Empty.module.css'

/** A sentence where there is nothing to list. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className={styles['empty']}>{children}</p>
}
