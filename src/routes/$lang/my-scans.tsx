import { createFileRoute } from '@tanstack/react-router'
import { WaitingScansNotice } from '#src/features/home/WaitingScansNotice.tsx'
import { myScansMessages } from '#src/features/scan/signInMessages.ts'
import { MyScansPage } from '#src/features/scan/history/MyScansPage.tsx'
import { loadScanPage } from './-loadScanPage.ts'
import { ScanGate } from '#src/features/scan/ScanGate.tsx'

export const Route = createFileRoute('/$lang/my-scans')({
  loader: loadScanPage,
  staticData: { asksForSignIn: true },
  component: () => (
    <ScanGate signInMessages={myScansMessages} signInNotice={<WaitingScansNotice isBesideSignIn />} isForUnverified>
      {(memberId) => <MyScansPage memberId={memberId} />}
    </ScanGate>
  ),
})
