import { createFileRoute } from '@tanstack/react-router'
import { chosenIds, ScanSearch } from '#src/features/scan/scanSearch.ts'
import { ScanSuccessPage } from '#src/features/scan/result/ScanSuccessPage.tsx'
import { requireScans } from './-requireScans.ts'
import { ScanGate, useScanSurroundings } from './-scanGate.tsx'

export const Route = createFileRoute('/$lang/scan-success')({
  validateSearch: ScanSearch,
  beforeLoad: requireScans,
  component: () => <ScanGate>{(memberId) => <ScanSuccess memberId={memberId} />}</ScanGate>,
})

function ScanSuccess({ memberId }: { memberId: string }) {
  const { scan } = Route.useSearch()
  return <ScanSuccessPage ids={chosenIds(scan)} {...useScanSurroundings(memberId)} />
}
