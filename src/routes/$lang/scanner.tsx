import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { contentQueries } from '#src/query/clubQueries.ts'
import { IntakeDialog } from '#src/features/scan/intake/IntakeDialog.tsx'
import { scanParameter } from '#src/features/scan/scanSearch.ts'
import { ScannerPage } from '#src/features/scan/scanner/ScannerPage.tsx'
import { ticketKeysOf } from '#src/features/scan/ticket/useTicketReadings.ts'
import { useIntake } from '#src/features/scan/intake/useIntake.ts'
import { ScanGate } from './-scanGate.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/scanner')({
  beforeLoad: loadMemberCatalog,
  component: () => <ScanGate>{(memberId) => <Scanner memberId={memberId} />}</ScanGate>,
})

function Scanner({ memberId }: { memberId: string }) {
  const { lang } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const intake = useIntake({
    memberId,
    keys: ticketKeysOf(contents),
    onKept: (ids) => navigate({ to: '/$lang/scan-preview', params: { lang }, search: { scan: scanParameter(ids) } }),
  })
  return (
    <>
      <ScannerPage onCodes={intake.receive} />
      <IntakeDialog intake={intake} />
    </>
  )
}
