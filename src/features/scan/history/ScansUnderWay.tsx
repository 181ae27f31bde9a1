import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ScanList } from '#src/features/scan/list/ScanList.tsx'
import { phaseOf } from '#src/features/scan/status/statusPhase.ts'
import { useDisplayedScans } from '#src/features/scan/useDisplayedScans.ts'
import { useScanPageData } from '#src/features/scan/useScanPageData.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isImmutable } from '#src/outbox/entry.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { useScans } from '#src/outbox/page/scanOutbox.ts'
import { useCreditedScans } from '#src/outbox/page/creditedScans.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { accountTicketsOf, cardOf } from './accountTickets.ts'

interface ScansUnderWayProps {
  memberId: string
  /** Called when a scan has been credited: the points history has an entry more. */
  onCredited: () => void
}

/**
 * The scans that the points history does not have yet: those that wait on this device, and tickets whose points follow.
 */
export function ScansUnderWay({ memberId, onCredited }: ScansUnderWayProps) {
  const lang = useLanguage()
  const { entries } = useScans(memberId)
  const data = useScanPageData(memberId)
  const [openedAt] = useState(() => Date.now())
  useCreditedScans(memberId, openedAt, onCredited)
  const claimed = useQuery(memberAreaQueries.claimedTickets()).data?.tickets
  const here = useDisplayedScans(
    entries.filter((entry) => !isImmutable(entry)),
    { ...data, claimed },
  ).filter(({ status }) => status !== 'credited' && phaseOf(status) !== 'refused')
  const elsewhere = accountTicketsOf(claimed, undefined, entries).filter(({ status }) => status === 'pending')
  const scans = [...here, ...elsewhere.flatMap((ticket) => cardOf(ticket) ?? [])]
  if (scans.length === 0) return null
  return (
    <Section
      title={<Trans>Points on their way</Trans>}
      action={
        <TextLink to="/$lang/my-scans" params={{ lang }}>
          <Trans>See my scans</Trans>
        </TextLink>
      }
    >
      <ScanList heading="h3" dated scans={scans} />
    </Section>
  )
}
