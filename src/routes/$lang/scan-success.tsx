import { createFileRoute } from '@tanstack/react-router'
import { InstallOffer } from '#src/features/install/InstallOffer.tsx'
import { ScanSuccessPage } from '#src/features/scan/result/ScanSuccessPage.tsx'
import { ScanSearch, selectedScanIds } from '#src/features/scan/scanSearch.ts'
import { loadScanPage } from './-loadScanPage.ts'
import { requireScans } from './-requireScans.ts'
import { ScanGate } from '#src/features/scan/ScanGate.tsx'

export const Route = createFileRoute('/$lang/scan-success')({
  validateSearch: ScanSearch,
  beforeLoad: requireScans,
  loader: loadScanPage,
  staticData: { asksForSignIn: true },
  component: ScanSuccess,
})

function ScanSuccess() {
  const { scan } = Route.useSearch()
  return (
    <ScanGate>
      {(memberId) => <ScanSuccessPage memberId={memberId} ids={selectedScanIds(scan)} offer={<InstallOffer />} />}
    </ScanGate>
  )
}
