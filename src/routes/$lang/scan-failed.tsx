import { createFileRoute } from '@tanstack/react-router'
import { ScanFailedPage } from '#src/features/scan/result/ScanFailedPage.tsx'
import { ScanSearch, selectedScanIds } from '#src/features/scan/scanSearch.ts'
import { loadScanPage } from './-loadScanPage.ts'
import { requireScans } from './-requireScans.ts'
import { ScanGate } from '#src/features/scan/ScanGate.tsx'

export const Route = createFileRoute('/$lang/scan-failed')({
  validateSearch: ScanSearch,
  beforeLoad: requireScans,
  loader: loadScanPage,
  staticData: { asksForSignIn: true },
  component: ScanFailed,
})

function ScanFailed() {
  const { scan } = Route.useSearch()
  return <ScanGate>{(memberId) => <ScanFailedPage memberId={memberId} ids={selectedScanIds(scan)} />}</ScanGate>
}
