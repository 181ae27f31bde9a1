import { createFileRoute } from '@tanstack/react-router'
import { myScansWords } from '#src/features/scan/guestMessages.ts'
import { MyScansPage } from '#src/features/scan/history/MyScansPage.tsx'
import { ScanGate, useScanSurroundings } from './-scanGate.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/my-scans')({
  beforeLoad: loadMemberCatalog,
  component: () => <ScanGate guestWords={myScansWords}>{(memberId) => <MyScans memberId={memberId} />}</ScanGate>,
})

function MyScans({ memberId }: { memberId: string }) {
  return <MyScansPage {...useScanSurroundings(memberId)} />
}
