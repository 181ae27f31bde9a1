import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isLostChunk, reloadIfReachable, untilWhole } from '#src/serviceWorker/chunkRecovery.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { PendingPage } from './PendingPage.tsx'

/** Shown when a page failed to render, with a retry. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const router = useRouter()
  const [busy, setBusy] = useState(false)

  // The error is no news to a page that is about to be reloaded for it.
  const [isFinal, setIsFinal] = useState(() => !isLostChunk(error))
  useEffect(() => {
    void untilWhole().then(() => setIsFinal(true))
  }, [])

  const retry = async () => {
    setBusy(true)
    if (isLostChunk(error)) await reloadIfReachable()
    else {
      await router.invalidate()
      reset()
    }
    setBusy(false)
  }
  if (!isFinal) return <PendingPage />
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
