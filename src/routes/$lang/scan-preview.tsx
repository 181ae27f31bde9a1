import { createFileRoute } from '@tanstack/react-router'
import { ScanPreviewPage } from '#src/features/scan/preview/ScanPreviewPage.tsx'
import { ScanSearch, selectedScanIds } from '#src/features/scan/scanSearch.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'
import { requireScans } from './-requireScans.ts'
import { KeptTicketsPage } from '#src/features/scan/visitor/KeptTicketsPage.tsx'
import { ScanGate } from '#src/features/scan/ScanGate.tsx'

export const Route = createFileRoute('/$lang/scan-preview')({
  validateSearch: ScanSearch,
  beforeLoad: requireScans,
  loader: ({ context }) => {
    prefetch(context.queryClient, contentQueries.staticContents())
    return loadMemberCatalog()
  },
  staticData: { asksForSignIn: true, isScanInProgress: true },
  component: ScanPreview,
})

function ScanPreview() {
  const { scan } = Route.useSearch()
  return (
    <ScanGate visitor={KeptTicketsPage}>
      {(memberId) => <ScanPreviewPage memberId={memberId} ids={selectedScanIds(scan)} />}
    </ScanGate>
  )
}
