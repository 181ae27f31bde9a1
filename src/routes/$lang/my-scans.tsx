import { createFileRoute } from '@tanstack/react-router'
import { myScansMessages } from '#src/features/scan/guestMessages.ts'
import { MyScansPage } from '#src/features/scan/history/MyScansPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { prefetchScanData } from './-prefetchScanData.ts'
import { ScanGate } from './-scanGate.tsx'

export const Route = createFileRoute('/$lang/my-scans')({
  beforeLoad: loadMemberCatalog,
  loader: prefetchScanData,
  staticData: { asksForSignIn: true },
  component: () => (
    <ScanGate guestMessages={myScansMessages}>{(memberId) => <MyScansPage memberId={memberId} />}</ScanGate>
  ),
})
