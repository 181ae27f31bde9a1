import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelTierPayment } from '#contract/registration/payment.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'

/**
 * For a member who has left the payment page without paying for the Red membership, such as by closing it, until they
 * no longer want it.
 */
export function UnpaidNotice() {
  const { t } = useLingui()
  const lang = useLanguage()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  const cancel = async () => {
    setBusy(true)
    const { ok } = await clubClient.call(cancelTierPayment, {})
    if (ok) await client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
    else showToast({ title: t`We couldn’t reach Club Bravo. Check your connection and try again.`, tone: 'warning' })
    setBusy(false)
  }
  return (
    <Notice tone="warning" title={<Trans>You haven’t paid for Red yet</Trans>}>
      <p>
        <Trans>We have your details. If you’ve just paid, confirming it can take a few minutes.</Trans>
      </p>
      <ButtonRow>
        <LinkButton to="/$lang/registration-red" params={{ lang }} search={{ step: 'payment' }}>
          <Trans>Pay now</Trans>
        </LinkButton>
        <Button busy={busy} onClick={() => void cancel()}>
          <Trans>Don’t remind me again</Trans>
        </Button>
      </ButtonRow>
    </Notice>
  )
}
