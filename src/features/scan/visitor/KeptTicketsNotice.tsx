import { Plural, Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { useKeptEntries } from './keptEntries.ts'

/** Leads to the tickets that were scanned here by nobody yet: to their page, or to the question whose they are. */
export function KeptTicketsNotice({ memberId }: { memberId: string | null }) {
  const lang = useLanguage()
  const { entries } = useKeptEntries(memberId)
  const count = entries.length
  if (count === 0) return null
  return (
    <Notice
      tone="info"
      title={<Plural value={count} one="# ticket is kept on this device" other="# tickets are kept on this device" />}
    >
      <p>
        {memberId === null ? (
          <Trans>Join or sign in to get the points.</Trans>
        ) : (
          <Plural
            value={count}
            one="Scanned before you signed in. If it’s yours, so are the points."
            other="Scanned before you signed in. If they’re yours, so are the points."
          />
        )}
      </p>
      <LinkButton to="/$lang/add-ticket" params={{ lang }}>
        <Trans>See what’s kept</Trans>
      </LinkButton>
    </Notice>
  )
}
