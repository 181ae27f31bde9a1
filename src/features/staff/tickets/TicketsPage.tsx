import { useLingui } from '@lingui/react/macro'
import { useAddress } from '../navigation.ts'
import { StaffPage } from '../parts/StaffPage.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { useMay } from '../session.ts'
import { Concerts } from './Concerts.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportList } from './ImportList.tsx'
import { TicketLookUp } from './TicketLookUp.tsx'

const parts = ['import', 'ticket', 'concerts'] as const

/** The outlets' tickets: in from a file, what became of each, and the concerts that are to be settled. */
export function TicketsPage() {
  const { t } = useLingui()
  const asked = useAddress().search.get('part')
  const part = parts.find((one) => one === asked) ?? 'import'
  const titles = { import: t`Import`, ticket: t`Find a ticket`, concerts: t`Concerts to settle` }
  return (
    <StaffPage title={t`Tickets`}>
      <Tabs
        label={t`Parts of this page`}
        name="part"
        value={part}
        tabs={parts.map((value) => ({ value, title: titles[value] }))}
      />
      {part === 'import' && <Import />}
      {part === 'ticket' && <TicketLookUp />}
      {part === 'concerts' && <Concerts />}
    </StaffPage>
  )
}

function Import() {
  const may = useMay()
  return (
    <>
      {may('ticket_import') && <ImportFile />}
      <ImportList />
    </>
  )
}
