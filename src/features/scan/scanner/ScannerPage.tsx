import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page } from '#src/ui/Page.tsx'
import type { Unusable } from '#src/features/scan/capture/decoder/code.ts'
import type { ScannerState } from '#src/features/scan/capture/scannerState.ts'
import { readScannerSettings } from '#src/features/scan/settings/scannerSettings.ts'
import { prepareSound, soundFound, vibrateFound } from './feedback.ts'
import { FileButton } from './FileButton.tsx'
import { FileMessages } from './FileOutcomeNotice.tsx'
import { unusableWords } from './fileMessages.ts'
import { ScannerFault } from './ScannerFault.tsx'
import { ScannerOptions } from './ScannerOptions.tsx'
import { useFiles } from './useFiles.ts'
import { useHallMode } from '#src/features/scan/settings/useHallMode.ts'
import { useScanner } from './useScanner.ts'
import { useScannerSettings } from '#src/features/scan/settings/useScannerSettings.ts'
import { Viewfinder } from './Viewfinder.tsx'
import styles from './ScannerPage.module.css'

/** After so long without a code the member is told of the photo, in milliseconds (specification, section 9). */
const hintAfter = 5000

interface ScannerPageProps {
  /**
   * Takes the texts of the codes that were read, each once: one from the camera, or all that the chosen photos and PDFs hold.
   * Nothing more is looked for until its promise settles.
   */
  onCodes: (codes: string[]) => Promise<void> | void
}

/** Reads tickets with the camera, or from photos and PDFs. Knows nothing of what becomes of the codes. */
export function ScannerPage({ onCodes }: ScannerPageProps) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const [unusable, setUnusable] = useState<Unusable | null>(null)
  const { hall, sound } = useScannerSettings()
  useHallMode()
  useEffect(() => {
    if (sound && !hall) prepareSound()
  }, [sound, hall])

  async function take(codes: string[]): Promise<void> {
    setUnusable(null)
    giveNotice()
    await onCodes(codes)
  }

  const { state, devices } = useScanner(place, { onCodes: take, onUnusable: setUnusable })
  const files = useFiles(devices, take)
  const isLate = useLateness(state.kind === 'scanning')
  const reading = files.news.waiting > 0

  return (
    <Page title={t`Scan a ticket`} narrow>
      <div className={styles['scanner']}>
        <Viewfinder place={place} state={state}>
          {state.kind === 'failed' ? (
            <ScannerFault fault={state.fault} cause={state.cause} />
          ) : (
            <Icon name="camera" className={styles['sleeping']} />
          )}
        </Viewfinder>
        <output className={styles['status']}>{t(statusOf(state))}</output>
        <div className={styles['bar']}>
          <FileButton
            variant={isLate || isCameraless(state) ? 'primary' : 'secondary'}
            busy={reading}
            onFiles={files.read}
          />
          <CameraButton
            state={state}
            onStart={() => void devices?.scanner.start()}
            onStop={() => void devices?.scanner.stop()}
          />
        </div>
        <FileMessages news={files.news} onGoOn={files.goOn} onDismiss={files.dismiss} />
        {unusable && <Notice tone="warning">{t(unusableWords[unusable])}</Notice>}
        {isLate && !reading && <LateHint dim={state.kind === 'scanning' && state.dim} />}
        {devices && <ScannerOptions scanner={devices.scanner} camera={'camera' in state ? state.camera : null} />}
      </div>
    </Page>
  )
}

/** Tells the member that a code was found, as far as the settings allow; the viewfinder shows it. */
function giveNotice(): void {
  const { sound, hall } = readScannerSettings()
  if (hall) return
  vibrateFound()
  if (sound) soundFound()
}

const statusWords = {
  starting: msg`The camera is starting.`,
  scanning: msg`Hold the ticket’s QR code inside the frame.`,
  taking: msg`Code read.`,
  stopped: msg`The camera is off.`,
  away: msg`The camera pauses while you’re not on this page.`,
  failed: msg`The camera is off.`,
} as const satisfies Record<ScannerState['kind'], MessageDescriptor>

function statusOf(state: ScannerState): MessageDescriptor {
  return statusWords[state.kind]
}

/** Where only the photo is left. */
function isCameraless(state: ScannerState): boolean {
  return state.kind === 'failed' && state.fault !== 'decoder'
}

interface CameraButtonProps {
  state: ScannerState
  onStart: () => void
  onStop: () => void
}

/** Starts and stops the camera: one button throughout, so that it keeps the focus. */
function CameraButton({ state, onStart, onStop }: CameraButtonProps) {
  if (state.kind === 'failed') {
    return (
      <Button variant={state.fault === 'decoder' ? 'primary' : 'secondary'} onClick={onStart}>
        <Icon name="retry" />
        <Trans>Try again</Trans>
      </Button>
    )
  }
  const isOff = state.kind === 'stopped'
  return (
    <Button variant={isOff ? 'primary' : 'secondary'} onClick={isOff ? onStart : onStop}>
      <Icon name={isOff ? 'play' : 'stop'} />
      {isOff ? <Trans>Start camera</Trans> : <Trans>Stop camera</Trans>}
    </Button>
  )
}

/** What helps when the camera has seen no code for a while. */
function LateHint({ dim }: { dim: boolean }) {
  return (
    <Notice tone="info" title={<Trans>No code yet?</Trans>}>
      <p>
        {dim ? (
          <Trans>
            It’s very dark in front of the camera. Move your ticket into the light, or choose a photo or PDF of it.
          </Trans>
        ) : (
          <Trans>Move closer and hold still, or choose a photo or PDF of your ticket.</Trans>
        )}
      </p>
    </Notice>
  )
}

/** Whether the scanner has looked for a code for `hintAfter` without a break. */
function useLateness(isScanning: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isScanning) return
    const timer = setTimeout(() => setLate(true), hintAfter)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isScanning])
  return isLate
}
