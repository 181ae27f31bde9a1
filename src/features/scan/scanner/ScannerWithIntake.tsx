import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { IntakeDialog } from '#src/features/scan/intake/IntakeDialog.tsx'
import { useIntake } from '#src/features/scan/intake/useIntake.ts'
import { scanSearchValue } from '#src/features/scan/scanSearch.ts'
import { ticketKeysOf } from '#src/features/scan/ticket/useTicketReadings.ts'
import { ScannerPage } from './ScannerPage.tsx'

/** The scanner of a member: saves what it reads, and continues to the preview. */
export function ScannerWithIntake({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const intake = useIntake({
    memberId,
    keys: ticketKeysOf(contents),
    onSaved: (ids) => navigate({ to: '/$lang/scan-preview', params: { lang }, search: { scan: scanSearchValue(ids) } }),
  })
  return (
    <>
      <ScannerPage onCodes={intake.receive} />
      <IntakeDialog intake={intake} />
    </>
  )
}
