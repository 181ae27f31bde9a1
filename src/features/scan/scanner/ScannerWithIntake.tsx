import { IntakeDialog } from '#src/features/scan/intake/IntakeDialog.tsx'
import { useIntake } from '#src/features/scan/intake/useIntake.ts'
import { WaitingTicketsNotice } from '#src/features/scan/received/WaitingTicketsNotice.tsx'
import { ScannerPage } from './ScannerPage.tsx'

/** The scanner of a member: saves what it reads, and continues to the preview. */
export function ScannerWithIntake({ memberId }: { memberId: string }) {
  const intake = useIntake({ memberId })
  return (
    <>
      <ScannerPage onCodes={intake.receive} notice={<WaitingTicketsNotice memberId={memberId} />} />
      <IntakeDialog intake={intake} />
    </>
  )
}
