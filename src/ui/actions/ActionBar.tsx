import type { ReactNode } from 'react'
import styles from './ActionBar.module.css'

/**
 * The actions of a page that is one step of a task: on a phone always in sight, at the lower edge, within reach of the
 * thumb.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={styles['bar']}>{children}</div>
}
