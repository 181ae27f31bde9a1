import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'
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
  return entries.length > 0 && <KeptTicketsNotice {...props} />
}
