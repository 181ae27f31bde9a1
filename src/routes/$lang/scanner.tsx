import { createFileRoute } from '@tanstack/react-router'
import { ScannerWithIntake } from '#src/features/scan/scanner/ScannerWithIntake.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'
import { VisitorScanner } from '#src/features/scan/visitor/VisitorScanner.tsx'
import { ScanGate } from '#src/features/scan/ScanGate.tsx'

export const Route = createFileRoute('/$lang/scanner')({
  loader: ({ context }) => {
    prefetch(context.queryClient, contentQueries.staticContents())
    return loadMemberCatalog()
  },
  staticData: { asksForSignIn: true, isScanInProgress: true },
  component: () => (
    <ScanGate visitor={VisitorScanner}>{(memberId) => <ScannerWithIntake memberId={memberId} />}</ScanGate>
  ),
})
