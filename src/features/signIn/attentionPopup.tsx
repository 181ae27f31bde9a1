import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { I18nProvider } from '@lingui/react'
import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { reopenDays } from '#contract/member/closure.ts'
import { loadMemberCatalog, useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'

/**
 * Tells a member over any page, until it is closed, that the membership is no longer valid. In a root of its own, so
 * that nobody loads its code before.
 */
export async function showAttentionPopup(router: AnyRouter): Promise<void> {
  await loadMemberCatalog()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const close = () => {
    root.unmount()
    container.remove()
  }
  root.render(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        <AttentionPopup onClose={close} />
      </RouterContextProvider>
    </I18nProvider>,
  )
}

function AttentionPopup({ onClose }: { onClose: () => void }) {
  const lang = useLanguage()
  return (
    <Dialog open onClose={onClose} title={<Trans>Action needed</Trans>}>
      <p>
        <Trans>
          This membership is no longer valid. If you closed your account, you can reopen it within {reopenDays} days
          with the link in our email. Otherwise, email us.
        </Trans>
      </p>
      <ButtonRow>
        <LinkButton to="/$lang/contact-us" params={{ lang }} variant="primary" onClick={onClose}>
          <Trans>Contact us</Trans>
        </LinkButton>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </ButtonRow>
    </Dialog>
  )
}
