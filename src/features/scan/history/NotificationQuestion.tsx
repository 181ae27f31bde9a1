import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { noteAnswered, readWhileClosed } from '#src/outbox/whileClosed.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { useScannerSettings } from '#src/features/scan/settings/useScannerSettings.ts'

/**
 * Asks once whether to notify the person of points that are added while the app is closed, after that has happened.
 * Never in the hall, and not where the browser has been told already.
 */
export function NotificationQuestion() {
  const { t } = useLingui()
  const { hall } = useScannerSettings()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!('Notification' in globalThis) || Notification.permission !== 'default') return
    readWhileClosed().then(
      ({ question }) => setDue(question === 'due'),
      () => undefined,
    )
  }, [])
  if (!isDue || hall) return null

  const answer = async (isYes: boolean) => {
    setDue(false)
    if (isYes) await Notification.requestPermission()
    await noteAnswered().catch(() => undefined)
  }
  return (
    <Notice tone="info" title={t`Your points were added while Club Bravo was closed`}>
      <p>
        <Trans>Would you like a notification next time? We send nothing else.</Trans>
      </p>
      <ButtonRow>
        <Button onClick={() => void answer(true)}>
          <Trans>Notify me</Trans>
        </Button>
        <Button variant="quiet" onClick={() => void answer(false)}>
          <Trans>No, thanks</Trans>
        </Button>
      </ButtonRow>
    </Notice>
  )
}
