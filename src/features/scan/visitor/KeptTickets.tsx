import { Suspense } from 'react'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { optionalPart } from '#src/ui/layout/optionalPart.ts'
import { useKeptEntries } from './keptEntries.ts'
import type { KeptTicketsNoticeProps } from './KeptTicketsNotice.tsx'

/** With the texts of scanning, which few need. */
const KeptTicketsNotice = optionalPart(async () => {
  const [{ KeptTicketsNotice: component }] = await Promise.all([import('./KeptTicketsNotice.tsx'), loadMemberCatalog()])
  return component
})

/** `KeptTicketsNotice` for any page: where nothing is kept, nothing of it is loaded. */
export function KeptTickets(props: KeptTicketsNoticeProps) {
  const { entries } = useKeptEntries(props.memberId)
  if (entries.length === 0) return null
  return (
    <Suspense>
      <KeptTicketsNotice {...props} />
    </Suspense>
  )
}
