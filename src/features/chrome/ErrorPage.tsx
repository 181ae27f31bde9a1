import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** Shown when a page failed to render, with a retry. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const router = useRouter()
  const [busy, setBusy] = useState(false)

  const retry = async () => {
    setBusy(true)
    await router.invalidate()
    reset()
    setBusy(false)
  }
  return (
    <Page
      title={t`We couldn’t show this page`}
      lead={t`Something went wrong on our side or with your connection. Nothing you’ve saved is lost.`}
      eyebrow={<Trans>Something’s out of tune</Trans>}
      narrow
    >
      <ButtonRow>
        <Button variant="primary" busy={busy} onClick={() => void retry()}>
          <Trans>Try again</Trans>
        </Button>
        <LinkButton to="/$lang" params={{ lang }}>
          <Trans>Back to home</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
