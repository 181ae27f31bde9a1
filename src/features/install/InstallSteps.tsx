import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import type { InstallWay } from './installWay.ts'
import styles from './InstallSteps.module.css'
import { StepDrawing } from './StepDrawing.tsx'

interface InstallStepsProps {
  way: Exclude<InstallWay, 'prompt'>
  onClose: () => void
}

/** How to install the app in the menus of a browser that offers no prompt. */
export function InstallSteps({ way, onClose }: InstallStepsProps) {
  return (
    <Dialog open onClose={onClose} title={<Trans>How to install Club Bravo</Trans>}>
      <ol className={styles['steps']}>
        <Steps way={way} />
      </ol>
    </Dialog>
  )
}

function Steps({ way }: Pick<InstallStepsProps, 'way'>) {
  switch (way) {
    case 'ios':
      return (
        <>
          <Step drawing="share">
            <Trans>Tap Share in your browser’s bar. You may have to tap the three dots first.</Trans>
          </Step>
          <Step drawing="add">
            <Trans>Scroll down, and choose “Add to Home Screen”.</Trans>
          </Step>
          <Step drawing="done">
            <Trans>Tap “Add”. Open Club Bravo from your home screen, and sign in once.</Trans>
          </Step>
        </>
      )
    case 'dock':
      return (
        <>
          <Step drawing="share">
            <Trans>Choose “Add to Dock” in Safari’s File menu.</Trans>
          </Step>
          <Step drawing="done">
            <Trans>Click “Add”. Open Club Bravo from the Dock, and sign in once.</Trans>
          </Step>
        </>
      )
    case 'menu':
      return (
        <>
          <Step drawing="menu">
            <Trans>Open your browser’s menu.</Trans>
          </Step>
          <Step drawing="add">
            <Trans>Choose “Install” or “Add to Home screen”.</Trans>
          </Step>
          <Step drawing="done">
            <Trans>Confirm, and open Club Bravo from your home screen.</Trans>
          </Step>
        </>
      )
  }
}

function Step({ drawing, children }: { drawing: Parameters<typeof StepDrawing>[0]['name']; children: ReactNode }) {
  return (
    <li className={styles['step']}>
      <StepDrawing name={drawing} className={styles['drawing']} />
      <span>{children}</span>
    </li>
  )
}
