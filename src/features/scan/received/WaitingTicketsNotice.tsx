import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { countReceivedTickets } from '#src/outbox/page/receivedTickets.ts'
import { KeptTickets } from '#src/features/scan/visitor/KeptTickets.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** Leads to tickets that came from elsewhere, or that a visitor has scanned, and that nobody has dealt with. */
export function WaitingTicketsNotice({ memberId }: { memberId: string }) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    void countReceivedTickets(memberId).then(setCount)
  }, [memberId])
  return (
    <>
      <KeptTickets memberId={memberId} />
      {count > 0 && <ReceivedNotice count={count} />}
    </>
  )
}

function ReceivedNotice({ count }: { count: number }) {
  const lang = useLanguage()
  return (
    <Notice
      tone="info"
      title={
        <Plural
          value={count}
          one="# ticket that you opened or shared hasn’t been added yet"
          other="# tickets that you opened or shared haven’t been added yet"
        />
      }
    >
      <LinkButton to="/$lang/add-ticket" params={{ lang }}>
        <Trans>Add now</Trans>
      </LinkButton>
    </Notice>
  )
}
