import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { ApiCallError } from '#src/query/clubQuery.ts'
import { Button } from '#src/ui/Button.tsx'
import { DataAge } from '#src/ui/DataAge.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

interface OutdatedNoticeProps {
  /** Why there is no newer answer. */
  error: Error
  /** When the data on the page was received, in milliseconds since 1970; null if there is none. */
  updatedAt: number | null
  onRetry: () => void
}

/** Says that a member's page is not up to date, how old it is, and what helps. */
export function OutdatedNotice({ error, updatedAt, onRetry }: OutdatedNoticeProps) {
  const isSignedOut = error instanceof ApiCallError && error.error.kind === 'http' && error.error.status === 401
  return (
    <Notice
      tone="warning"
      title={isSignedOut ? <Trans>Please sign in again</Trans> : <Trans>We couldn’t reach Club Bravo</Trans>}
    >
      {updatedAt === null ? (
        !isSignedOut && (
          <p>
            <Trans>Check your connection and try again.</Trans>
          </p>
        )
      ) : (
        <>
          <p>
            <Trans>You’re seeing what was last saved on this device.</Trans>
          </p>
          <DataAge fetchedAt={updatedAt} />
        </>
      )}
      {isSignedOut ? (
        <SignInLink />
      ) : (
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Notice>
  )
}

function SignInLink() {
  const returnTo = useRouterState({ select: ({ location }) => location.pathname + location.searchStr })
  return (
    <LinkButton to="/login" state={{ returnTo, loginIntent: 'reauthenticate' }}>
      <Trans>Sign in</Trans>
    </LinkButton>
  )
}
