import type { ReactNode } from 'react'
import styles from './ButtonRow.module.css'

/** Buttons side by side, wrapping to further lines. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>
}
