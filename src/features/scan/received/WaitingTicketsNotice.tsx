import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { linkedTicket } from '#src/sync/linkedTicket.ts'
import { receivedFiles } from '#src/sync/receivedTickets.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** Leads to tickets that came from elsewhere and were left before they were read, at a sign-in for example. */
export function WaitingTicketsNotice({ memberId }: { memberId: string }) {
  const lang = useLanguage()
  const [count, setCount] = useState(0)
  useEffect(() => {
    const linked = linkedTicket().kind === 'ticket' ? 1 : 0
    receivedFiles.take(memberId).then(
      (files) => setCount(files.length + linked),
      () => setCount(linked),
    )
  }, [memberId])
  if (count === 0) return null
  return (
    <Notice
      tone="info"
      title={
        <Plural
          value={count}
          one="# ticket from another app hasn’t been read yet"
          other="# tickets from other apps haven’t been read yet"
        />
      }
    >
      <LinkButton to="/$lang/add-ticket" params={{ lang }}>
        <Trans>Read now</Trans>
      </LinkButton>
    </Notice>
  )
}
