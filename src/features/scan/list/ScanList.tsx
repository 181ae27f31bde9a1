import type { ReactNode } from 'react'
import { type CardScan, ScanCard } from './ScanCard.tsx'
import styles from './ScanList.module.css'

interface ScanListProps<Scan extends CardScan> {
  scans: readonly Scan[]
  /** The heading level of their titles. */
  heading: 'h2' | 'h3'
  /** Shows when each was scanned. */
  dated?: boolean
  /** The buttons of a scan. */
  renderActions?: (scan: Scan) => ReactNode
}

export function ScanList<Scan extends CardScan>({ scans, heading, dated = false, renderActions }: ScanListProps<Scan>) {
  return (
    <ul className={styles['list']}>
      {scans.map((scan) => (
        <li key={scan.entry.id}>
          <ScanCard heading={heading} dated={dated} scan={scan}>
            {renderActions?.(scan)}
          </ScanCard>
        </li>
      ))}
    </ul>
  )
}
