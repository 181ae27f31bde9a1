import type { ReactNode } from 'react'
import styles from './Eyebrow.module.css'

/** The small brass label above a heading: which part of the club this is. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return <p className={styles['eyebrow']}>{children}</p>
}
