import { outcomePageOf, type OutcomePage } from '#src/features/scan/status/statusPhase.ts'
import { onceRead, useDisplayedScans, type DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
import { useScanPageData, type ScanPageData } from '#src/features/scan/useScanPageData.ts'
import { useSelectedScans, type SelectedScans } from '#src/features/scan/useSelectedScans.ts'

/** The selected scans of a result page, live, and the page that they now belong on. */
export interface ScanResult extends ScanPageData, Pick<SelectedScans, 'status' | 'areGone' | 'reload'> {
  scans: readonly DisplayedScan[]
  page: OutcomePage
}

/**
 * Follows the selected scans of a member. Loads until their codes are read, so that no ticket comes later and moves the
 * page.
 */
export function useScanResult(memberId: string, ids: readonly string[]): ScanResult {
  const data = useScanPageData(memberId)
  const { status, entries, areGone, reload } = useSelectedScans(memberId, ids)
  const read = onceRead(status, useDisplayedScans(entries, data))
  const page = outcomePageOf(read.scans.map((scan) => scan.status))
  return { ...data, ...read, areGone, reload, page }
}
