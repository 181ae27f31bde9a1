import { Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { holdScan, isScanPage } from './scanInProgress.ts'
import styles from './UpdatePrompt.module.css'
import { useUpdate } from './worker.ts'

/**
 * Offers a new version of the app and switches to it only when the member says so. Keeps quiet while the member is scanning,
 * and has other tabs wait for that scan.
 */
export function UpdatePrompt() {
  const scanning = useRouterState({ select: ({ location }) => isScanPage(location.pathname) })
  const { available, apply } = useUpdate()
  useEffect(() => (scanning ? holdScan() : undefined), [scanning])
  if (!available || scanning) return null
  return <UpdateOffer apply={apply} />
}

type Progress = 'offered' | 'reloading' | 'scanning' | 'later'

function UpdateOffer({ apply }: Pick<ReturnType<typeof useUpdate>, 'apply'>) {
  const { t } = useLingui()
  const [progress, setProgress] = useState<Progress>('offered')
  if (progress === 'later') return null
  const update = () => {
    void apply().then(setProgress)
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
            <Trans>Update now, or go on and update later. Your saved scans stay on this phone.</Trans>
          </p>
        )}
        <div className={styles['actions']}>
          <Button onClick={update} busy={progress === 'reloading'}>
            <Trans>Update now</Trans>
          </Button>
          <Button variant="quiet" onClick={() => setProgress('later')}>
            <Trans>Later</Trans>
          </Button>
        </div>
      </Notice>
    </div>
  )
}
