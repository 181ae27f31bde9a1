import type { ReactNode } from 'react'
import { ScanCard } from './ScanCard.tsx'
import styles from './ScanList.module.css'
import type { DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'

interface ScanListProps {
  scans: readonly DisplayedScan[]
  /** The heading level of their titles. */
  heading: 'h2' | 'h3'
  /** Shows when each was scanned. */
  dated?: boolean
  /** The buttons of a scan. */
  renderActions?: (scan: DisplayedScan) => ReactNode
}

export function ScanList({ scans, heading, dated = false, renderActions }: ScanListProps) {
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
