import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { isPageReachable } from '#src/serviceWorker/chunkRecovery.ts'
import { Button } from '#src/ui/actions/Button.tsx'

/** In place of home's contents, where their code cannot be fetched. */
export function LostContents() {
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    if (await isPageReachable()) location.reload()
    else setBusy(false)
  }
  return (
    <div role="alert">
      <p>
        <Trans>Something went wrong on our side or with your connection. Nothing you’ve saved is lost.</Trans>
      </p>
      <Button busy={busy} onClick={() => void retry()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
