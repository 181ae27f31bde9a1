import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import type { InstallWay } from './installWay.ts'
import styles from './InstallSteps.module.css'

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

/** The signs of browsers' menus, in the strokes of the app's own icons (src/ui/content/Icon.tsx). */
const drawings = {
  share: 'M12 14.5v-11m-3.5 3L12 3l3.5 3.5M8 10H5.5v11h13V10H16',
  add: 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Zm6 4v8m-4-4h8',
  done: 'M8.5 2.5h7A2 2 0 0 1 17.5 4.5v15a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2Zm.5 9.8 2.2 2.2 3.8-4.5',
  menu: 'M12 5.5v.1m0 6.4v.1m0 6.4v.1',
} as const

interface StepDrawingProps {
  name: keyof typeof drawings
  className: string | undefined
}

function StepDrawing({ name, className }: StepDrawingProps) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  )
}
