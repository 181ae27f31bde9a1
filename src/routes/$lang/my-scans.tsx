import { createFileRoute } from '@tanstack/react-router'
import { myScansWords } from '#src/features/scan/guestWords.ts'
import { MyScansPage } from '#src/features/scan/MyScansPage.tsx'
import { ScanGate, useScanSurroundings } from './-scanGate.tsx'
import { loadMembersWords } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/my-scans')({
  beforeLoad: loadMembersWords,
  component: () => <ScanGate guestWords={myScansWords}>{(memberId) => <MyScans memberId={memberId} />}</ScanGate>,
})

function MyScans({ memberId }: { memberId: string }) {
  return <MyScansPage {...useScanSurroundings(memberId)} />
}
