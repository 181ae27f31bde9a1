import { Trans } from '@lingui/react/macro'
import { usePersistence } from '#src/outbox/page/storagePersistence.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { InstallSteps } from './InstallSteps.tsx'
import { useInstall } from './useInstall.ts'

/** Whether the browser keeps the scans on this device, and the way to install the app. */
export function DeviceStorage() {
  const persistence = usePersistence()
  const { way, isDone, showsSteps, start, closeSteps } = useInstall()
  if (persistence === 'unknown') return null
  return (
    <Card title={<Trans>On this device</Trans>}>
      <p>
        {persistence === 'persistent' ? (
          <Trans>Your scans are kept safely on this device.</Trans>
        ) : (
          <Trans>
            This browser may delete waiting scans: in a private window, or when space runs short. Open Club Bravo soon
            after the concert, while you’re online, and we’ll send them.
          </Trans>
        )}
      </p>
      {way !== null && !isDone && (
        <>
          <p>
            <Trans>Install the app to open your card without a signal, and to keep your scans safe.</Trans>
          </p>
          <div>
            <Button onClick={start}>
              <Trans>Install</Trans>
            </Button>
          </div>
        </>
      )}
      {showsSteps && way !== null && way !== 'prompt' && <InstallSteps way={way} onClose={closeSteps} />}
    </Card>
  )
}
