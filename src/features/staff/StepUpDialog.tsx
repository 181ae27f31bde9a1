import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Button, buttonClass } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { addressOf, useStaffLanguage } from './navigation.ts'
import { isAsking, stopAsking, subscribeAsking } from './stepUp.ts'

/** Asks to sign in again, in a tab of its own: what stands on the page stays. */
export function StepUpDialog() {
  const { t } = useLingui()
  const lang = useStaffLanguage()
  const isOpen = useSyncExternalStore(subscribeAsking, isAsking)
  const back = encodeURIComponent(addressOf(lang, 'confirmed'))
  return (
    <Dialog open={isOpen} onClose={stopAsking} title={t`Confirm it’s you`}>
      <p>
        <Trans>To do this, sign in again. The sign-in page opens in a new tab; come back here afterwards.</Trans>
      </p>
      <ButtonRow>
        <a
          className={buttonClass('primary')}
          href={`/identity/staff?step_up=1&return_to=${back}`}
          target="_blank"
          rel="noopener"
        >
          <Trans>Sign in again</Trans>
        </a>
        <Button onClick={stopAsking}>
          <Trans>Cancel</Trans>
        </Button>
      </ButtonRow>
    </Dialog>
  )
}
