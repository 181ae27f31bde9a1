import { Plural, Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useSendingPause } from '#src/outbox/page/scheduler.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/**
 * Asks the member to sign in again if sending waits for that, and returns to this page afterwards; otherwise shows
 * nothing.
 *
 * @param count how many of the member's scans wait to be sent
 */
export function SendingPausedNotice({ count }: { count: number }) {
  const paused = useSendingPause()
  const returnTo = useRouterState({ select: ({ location }) => location.href })
  if (paused === null || count === 0) return null
  return (
    <Notice
      tone="warning"
      title={<Plural value={count} one="Sign in again to send # scan" other="Sign in again to send # scans" />}
    >
      <p>
        <Plural
          value={count}
          one="Your sign-in has expired. Your scan is saved on this device and will be sent once you sign in."
          other="Your sign-in has expired. Your scans are saved on this device and will be sent once you sign in."
        />
      </p>
      <LinkButton variant="primary" to="/login" state={{ returnTo, loginIntent: 'expired' }}>
        <Trans>Sign in</Trans>
      </LinkButton>
    </Notice>
  )
}
