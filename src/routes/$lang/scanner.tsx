import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
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
  component: Scanner,
})

const next = ['/$lang/scan-preview', '/$lang/scan-success', '/$lang/scan-failed', '/$lang/my-scans'] as const

function Scanner() {
  const router = useRouter()
  // The network may go before the worker has the app's files: what a scan leads to is loaded with the scanner.
  useEffect(() => {
    // A chunk that cannot be loaded fails, and is handled, where it is rendered.
    for (const path of next) void router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined)
  }, [router])
  return <ScanGate visitor={VisitorScanner}>{(memberId) => <ScannerWithIntake memberId={memberId} />}</ScanGate>
}
