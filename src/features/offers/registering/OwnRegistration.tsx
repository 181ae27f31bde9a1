import { Plural, Trans } from '@lingui/react/macro'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { useNow } from '#src/platform/now.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { canBeCancelled, CancelButton } from './CancelButton.tsx'
import { Reference } from '../OfferFacts.tsx'

/** On the page of an event: what the member has there, or waits for, and the way to give it back. */
export function OwnRegistration({ registration }: { registration: EventRegistration }) {
  const lang = useLanguage()
  const now = useNow([registration.event?.starts_at ?? null])
  const { ref_no: refNo, quantity, state } = registration
  const isWaiting = state === 'waiting'
  return (
    <Notice
      tone={isWaiting ? 'info' : 'success'}
      title={isWaiting ? <Trans>You’re on the waiting list</Trans> : <Trans>You’re registered</Trans>}
    >
      <p>
        <Plural value={quantity} one="# place" other="# places" />
        {' · '}
        <Trans>Reference</Trans> <Reference refNo={refNo} />
      </p>
      {isWaiting && (
        <p>
          <Trans>As soon as there are enough places, they’re yours, and we’ll email you.</Trans>
        </p>
      )}
      <ButtonRow>
        <LinkButton to="/$lang/my-events" params={{ lang }}>
          <Trans>My events</Trans>
        </LinkButton>
        {canBeCancelled(registration, now) && <CancelButton registration={registration} />}
      </ButtonRow>
    </Notice>
  )
}
