import { createFileRoute } from '@tanstack/react-router'
import { chosenIds, ScanSearch } from '#src/features/scan/scanSearch.ts'
import { ScanFailedPage } from '#src/features/scan/result/ScanFailedPage.tsx'
import { requireScans } from './-requireScans.ts'
import { ScanGate, useScanSurroundings } from './-scanGate.tsx'

export const Route = createFileRoute('/$lang/scan-failed')({
  validateSearch: ScanSearch,
  beforeLoad: requireScans,
  component: () => <ScanGate>{(memberId) => <ScanFailed memberId={memberId} />}</ScanGate>,
})

function ScanFailed({ memberId }: { memberId: string }) {
  const { scan } = Route.useSearch()
  return <ScanFailedPage ids={chosenIds(scan)} {...useScanSurroundings(memberId)} />
}
