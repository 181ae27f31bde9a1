import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { countReceivedTickets } from '#src/sync/receivedTickets.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** Leads to tickets that came from elsewhere and were left before they were read, at a sign-in for example. */
export function WaitingTicketsNotice({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const [count, setCount] = useState(0)
  useEffect(() => {
    void countReceivedTickets(memberId).then(setCount)
  }, [memberId])
  if (count === 0) return null
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
