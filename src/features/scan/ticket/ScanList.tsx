import type { ReactNode } from 'react'
import { ScanCard } from './ScanCard.tsx'
import styles from './ScanList.module.css'
import type { ToldScan } from '#src/features/scan/useDisplayedScans.ts'

interface ToldScanListProps {
  scans: readonly ToldScan[]
  /** The level of their titles. */
  heading: 'h2' | 'h3'
  /** Says when each was scanned. */
  dated?: boolean
  /** What the member can do with a scan; nothing where it is left out. */
  renderActions?: (scan: ToldScan) => ReactNode
}

/** Scans one below the other. */
export function ToldScanList({ scans, heading, dated = false, renderActions }: ToldScanListProps) {
  return (
    <ul className={styles['list']}>
      {scans.map((scan) => (
        <li key={scan.entry.id}>
          <ScanCard heading={heading} dated={dated} entry={scan.entry} standing={scan.standing} view={scan.view}>
            {renderActions?.(scan)}
          </ScanCard>
        </li>
      ))}
    </ul>
  )
}
