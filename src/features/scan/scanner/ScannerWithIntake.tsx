import { MyScansPage } from '#src/features/scan/history/MyScansPage.tsx'
import { IntakeDialog, IntakeList } from '#src/features/scan/intake/IntakeIssues.tsx'
import { useIntake } from '#src/features/scan/intake/useIntake.ts'
import { WaitingTicketsNotice } from '#src/features/scan/received/WaitingTicketsNotice.tsx'
import { ScannerPage } from './ScannerPage.tsx'

/** The scanner of a member: saves what it reads, and continues to the preview. */
export function ScannerWithIntake({ memberId }: { memberId: string }) {
  const intake = useIntake({ memberId, isScanner: true })
  if (intake.isList) return <MyScansPage memberId={memberId} incoming={<IntakeList intake={intake} />} />
  return (
    <>
      <ScannerPage onCodes={intake.receive} notice={<WaitingTicketsNotice memberId={memberId} />} />
      <IntakeDialog intake={intake} />
    </>
  )
}
