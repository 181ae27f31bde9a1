import type { ReactNode } from 'react'
import styles from './ActionBar.module.css'

/**
 * The actions of a page that is one step of a task: on a phone always in sight, at the lower edge, within reach of the
 * thumb. `stacked`: one below the other, where the first has a long label.
 */
export function ActionBar({ stacked = false, children }: { stacked?: boolean; children: ReactNode }) {
  return <div className={stacked ? `${styles['bar']} ${styles['stacked']}` : styles['bar']}>{children}</div>
}
