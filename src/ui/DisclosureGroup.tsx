import type { ReactNode } from 'react'
import styles from './DisclosureGroup.module.css'

/** Disclosures one below the other, between hairlines. */
export function DisclosureGroup({ children }: { children: ReactNode }) {
  return <div className={styles['group']}>{children}</div>
}
