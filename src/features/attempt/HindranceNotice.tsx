import { Trans } from '@lingui/react/macro'
import type { StoreFailure } from '#src/outbox/outbox.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { TooManyNotice } from '#src/ui/states/TooManyNotice.tsx'
import type { Hindrance } from './useKeyedAttempt.ts'

/** Says what keeps an attempt from its end, where the rest of the page does not. */
export function HindranceNotice({ hindrance }: { hindrance: Hindrance | null }) {
  switch (hindrance?.kind) {
    case undefined:
    case 'unanswered':
      return null
    case 'too_many':
      return <TooManyNotice waitMinutes={hindrance.waitMinutes} />
    case 'not_stored':
      return (
        <Notice tone="danger" title={<Trans>Nothing was sent</Trans>} comesIntoSight>
          <p>{advice[hindrance.cause]}</p>
        </Notice>
      )
    case 'other_waits':
      return (
        <Notice tone="warning" comesIntoSight>
          <p>
            <Trans>
              You’ve asked for this before, and we don’t have the answer yet. We’ll tell you when it’s here.
            </Trans>
          </p>
        </Notice>
      )
    case 'unread':
      return (
        <Notice tone="warning" comesIntoSight>
          <p>{advice.unavailable}</p>
        </Notice>
      )
  }
}

const advice = {
  quota: <Trans>There’s no space left on this device. Delete some photos or apps, then try again.</Trans>,
  private: (
    <Trans>
      Your browser is in private mode and stores nothing. Open Club Bravo in a normal window or from your home screen.
    </Trans>
  ),
  unavailable: <Trans>Your browser’s storage isn’t responding. Close other Club Bravo tabs and try again.</Trans>,
} as const satisfies Record<StoreFailure, unknown>
