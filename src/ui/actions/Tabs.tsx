import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

/** Parts of a page, each with an address of its own: `ChoiceLink`s. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {children}
    </nav>
  )
}
