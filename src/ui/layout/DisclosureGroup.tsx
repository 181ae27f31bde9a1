import type { ReactNode } from 'react'
import styles from './DisclosureGroup.module.css'

/** Stacked disclosures, separated by hairlines. */
export function DisclosureGroup({ children }: { children: ReactNode }) {
  return <div className={styles['group']}>{children}</div>
}
