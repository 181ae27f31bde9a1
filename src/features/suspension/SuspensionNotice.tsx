import { Trans } from '@lingui/react/macro'
import type { Suspension } from '#contract/member/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** For a member whom staff have suspended: since when, why, what that means, and whom to write to. */
export function SuspensionNotice({ suspension: { since, reason } }: { suspension: Suspension }) {
  const lang = useLanguage()
  return (
    <Notice tone="warning" title={<Trans>Your membership is suspended</Trans>}>
      <p>
        {reason === '' ? (
          <Trans>
            Since <DateText moment={since} />.
          </Trans>
        ) : (
          <Trans>
            Since <DateText moment={since} />. The reason: {reason}
          </Trans>
        )}
      </p>
      <p>
        <Trans>
          You keep your points and what you’ve redeemed, and your tickets still earn points. You can’t redeem or convert
          points, register for events or pay for a membership.
        </Trans>
      </p>
      <LinkButton to="/$lang/contact-us" params={{ lang }}>
        <Trans>Contact us</Trans>
      </LinkButton>
    </Notice>
  )
}
