import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { InstallSteps } from './InstallSteps.tsx'
import { useInstall } from './useInstall.ts'

/** Offers to install the app, at most once a month; nothing where the browser can't. */
export function InstallOffer() {
  const [isDue] = useState(() => isOfferDue(Date.now()))
  const [isDeclined, setIsDeclined] = useState(false)
  const { way, isDone, showsSteps, start, closeSteps } = useInstall()
  const isShown = isDue && !isDeclined && (way !== null || isDone)
  useEffect(() => {
    if (isShown) recordOffer(Date.now())
  }, [isShown])
  if (!isShown) return null
  if (isDone) return <Installed />
  return (
    <Card title={<Trans>Keep Club Bravo one tap away</Trans>}>
      <p>
        <Trans>On your home screen, your card opens without a signal, and waiting scans are kept safely.</Trans>
      </p>
      <ButtonRow>
        <Button onClick={start}>
          <Trans>Install</Trans>
        </Button>
        <Button variant="quiet" onClick={() => setIsDeclined(true)}>
          <Trans>Not now</Trans>
        </Button>
      </ButtonRow>
      {showsSteps && way !== null && way !== 'prompt' && <InstallSteps way={way} onClose={closeSteps} />}
    </Card>
  )
}

function Installed() {
  const { t } = useLingui()
  return (
    <Card title={t`Club Bravo is being installed`}>
      <p>
        <Trans>You’ll find it on your home screen, or among your apps.</Trans>
      </p>
    </Card>
  )
}

const key = 'club-bravo.install-offered'
const monthMs = 31 * 24 * 60 * 60 * 1000

/** Whether a month has passed since the app was last offered for installation on this device. */
function isOfferDue(now: number): boolean {
  try {
    const offered = Number(localStorage.getItem(key) ?? Number.NaN)
    // A clock that was set back must not silence the offer for years.
    return !(Math.abs(now - offered) < monthMs)
  } catch {
    // A browser that remembers nothing would offer it each time.
    return false
  }
}

/** Remembers that the app is offered now. */
function recordOffer(now: number): void {
  try {
    localStorage.setItem(key, String(now))
  } catch {
    // A full disk: the offer comes again.
  }
}
