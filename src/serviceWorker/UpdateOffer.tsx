import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import styles from './UpdatePrompt.module.css'
import type { UpdateOutcome } from './updates.ts'

type Progress = 'offered' | UpdateOutcome | 'later'

/** Offers to switch to a new version now or later. */
export function UpdateOffer({ apply }: { apply: () => Promise<UpdateOutcome> }) {
  const { t } = useLingui()
  const [progress, setProgress] = useState<Progress>('offered')
  if (progress === 'later') return null
  const update = () => {
    // The offer stays for another try.
    apply().then(setProgress, () => setProgress('offered'))
  }
  return (
    <div className={styles['prompt']}>
      <Notice tone="info" title={t`A new version is ready`}>
        {progress === 'scanning' ? (
          <p>
            <Trans>A scan is open in another tab. Finish it there, then update.</Trans>
          </p>
        ) : (
          <p>
            <Trans>Update now, or carry on and update later. Your saved scans stay on this device.</Trans>
          </p>
        )}
        <ButtonRow>
          <Button onClick={update} busy={progress === 'reloading'}>
            <Trans>Update now</Trans>
          </Button>
          <Button variant="quiet" onClick={() => setProgress('later')}>
            <Trans>Later</Trans>
          </Button>
        </ButtonRow>
      </Notice>
    </div>
  )
}
