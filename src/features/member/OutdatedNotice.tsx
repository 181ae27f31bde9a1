import { Trans } from '@lingui/react/macro'
import { useOnline } from '#src/platform/online.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

interface OutdatedNoticeProps {
  /** When the data on the page was received, in milliseconds since 1970; null if there is none. */
  updatedAt: number | null
  onRetry: () => void
}

/**
 * Says that a member's page is not up to date, and how old it is. (A sign-in that has ended leads to signing in.)
 * Offline, the header says the rest, and the page is read again as soon as there is a network.
 */
export function OutdatedNotice({ updatedAt, onRetry }: OutdatedNoticeProps) {
  const online = useOnline()
  if (!online && updatedAt !== null) return <DataAge fetchedAt={updatedAt} />
  return (
    <Notice tone="warning" title={<Trans>Club Bravo couldn’t be reached</Trans>}>
      {updatedAt === null ? (
        <p>
          <Trans>Check your connection and try again.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>You’re seeing what was last saved on this device.</Trans>
          </p>
          <DataAge fetchedAt={updatedAt} />
        </>
      )}
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}
