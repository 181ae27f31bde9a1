import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** On the page of a reward of which a redemption has no answer yet. */
export function UnansweredNotice({ onOpen }: { onOpen: () => void }) {
  return (
    <Notice tone="warning" title={<Trans>We don’t know yet if this was redeemed</Trans>}>
      <p>
        <Trans>You redeemed this reward, but our answer never reached you.</Trans>
      </p>
      <Button onClick={onOpen}>
        <Trans>Find out</Trans>
      </Button>
    </Notice>
  )
}
