import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState, useEffectEvent, type RefObject } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { PageHeading } from '#src/ui/layout/PageHeading.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import type { UnusableReason } from '#src/features/scan/capture/decoder/code.ts'
import type { ScannerState, ScannerEvents } from '#src/features/scan/capture/scannerState.ts'
import { changeScannerSettings, readScannerSettings } from '#src/features/scan/settings/scannerSettings.ts'
import { vibrate, wasTouched } from '#src/features/scan/vibration.ts'
import { useHallMode } from '#src/features/scan/settings/useHallMode.ts'
import { useScannerSettings } from '#src/features/scan/settings/useScannerSettings.ts'
import { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { Scanner } from '#src/features/scan/capture/scanner.ts'
import { FileButton } from './FileButton.tsx'
import { FileOutcomeNotice } from './FileOutcomeNotice.tsx'
import { unusableMessages } from './fileMessages.ts'
import { ScannerFault } from './ScannerFault.tsx'
import { ScannerOptions } from './ScannerOptions.tsx'
import { useFiles, type WithDetector } from './useFiles.ts'
import { Viewfinder } from './Viewfinder.tsx'
import styles from './ScannerPage.module.css'

/** After this long without a code a hint suggests a photo, in milliseconds (specification, section 9). */
const hintDelayMs = 5000

interface ScannerPageProps {
  /**
   * Takes the texts of the codes that were read, each once: one from the camera, or all in the chosen photos and PDFs.
   * The scanner waits until the promise settles.
   */
  onCodes: (codes: string[]) => Promise<unknown> | void
  /** Below the camera, of which it then leaves the beginning in sight. */
  notice?: ReactNode
}

/** Reads codes with the camera, which fills the screen, or from photos and PDFs. */
export function ScannerPage({ onCodes, notice }: ScannerPageProps) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const fileButton = useRef<HTMLButtonElement>(null)
  const [unusable, setUnusable] = useState<UnusableReason | null>(null)
  const { hall, sound, hasRead } = useScannerSettings()
  useHallMode()
  useEffect(() => {
    if (sound && !hall) prepareSound()
  }, [sound, hall])

  async function take(codes: string[]): Promise<void> {
    setUnusable(null)
    signalFound()
    changeScannerSettings({ hasRead: true })
    await onCodes(codes)
  }

  const { state, devices } = useScanner(place, { onCodes: take, onUnusable: setUnusable })
  const files = useFiles(heldScanner(devices), async (codes) => {
    await take(codes)
    return codes
  })
  const isLate = useIsLate(state.kind === 'scanning')
  const reading = files.outcome.waiting > 0

  const words = t(stateMessage(state))
  const isOff = !('camera' in state) && state.kind !== 'starting' && state.kind !== 'failed'
  return (
    <Page title={t`Scan a ticket`} bare>
      <div className={styles['stage']}>
        <Viewfinder place={place} state={state} />
        <div className={styles['over']}>
          <PageHeading className={styles['title']}>{t`Scan a ticket`}</PageHeading>
          <div className={styles['middle']}>
            {state.kind === 'failed' && <ScannerFault fault={state.fault} cause={state.cause} />}
            {state.kind === 'starting' && <Starting />}
            {isOff && <Icon name="camera" className={styles['sleeping']} />}
            {isLate && !reading && <LateHint dim={state.kind === 'scanning' && state.dim} />}
            {/* A new key, as it grows upwards: what moves is another element. */}
            <div key={String(reading)} className={styles['outcome']}>
              <FileOutcomeNotice
                outcome={files.outcome}
                onContinue={files.proceed}
                onDismiss={() => {
                  files.dismiss()
                  fileButton.current?.focus()
                }}
              />
              {unusable && <Notice tone="warning">{t(unusableMessages[unusable])}</Notice>}
            </div>
          </div>
          <div className={styles['controls']}>
            <output className={hasRead ? undefined : styles['status']}>
              {hasRead || state.kind === 'failed' ? <VisuallyHidden>{words}</VisuallyHidden> : words}
            </output>
            <ScannerOptions scanner={devices?.scanner ?? null} camera={'camera' in state ? state.camera : null} />
            <div className={styles['buttons']}>
              <FileButton
                ref={fileButton}
                variant={isLate || isCameraless(state) ? 'primary' : 'secondary'}
                busy={reading}
                onFiles={(chosen) => files.read(chosen)}
              />
              <CameraButton
                state={state}
                onStart={() => void devices?.scanner.start()}
                onStop={() => void devices?.scanner.stop()}
              />
            </div>
          </div>
        </div>
      </div>
      <div className={styles['below']}>{notice}</div>
    </Page>
  )
}

function Starting() {
  return (
    <p className={styles['starting']}>
      <Spinner />
      <Trans>Starting the camera…</Trans>
    </p>
  )
}

/** Files are read with the camera's decoder, while the camera waits. */
function heldScanner(devices: ScannerDevices | null): WithDetector | null {
  return devices && ((job) => devices.scanner.hold(() => job(devices.detector)))
}

/** Signals that a code was found by sound and vibration, as far as the settings allow. */
function signalFound(): void {
  const { sound, hall } = readScannerSettings()
  vibrate('found')
  if (sound && !hall) playFoundSound()
}

const stateMessages = {
  starting: msg`The camera is starting.`,
  scanning: msg`Hold the ticket’s QR code inside the frame.`,
  taking: msg`Code read.`,
  stopped: msg`The camera is off.`,
  away: msg`The camera pauses while you’re not on this page.`,
  failed: msg`The camera is off.`,
} as const satisfies Record<ScannerState['kind'], MessageDescriptor>

function stateMessage(state: ScannerState): MessageDescriptor {
  return stateMessages[state.kind]
}

/** Whether the camera cannot be used, only photos. */
function isCameraless(state: ScannerState): boolean {
  return state.kind === 'failed' && state.fault !== 'decoder'
}

interface CameraButtonProps {
  state: ScannerState
  onStart: () => void
  onStop: () => void
}

/**
 * Starts and stops the camera (specification, section 2): the same button in every state, so that it keeps the focus.
 * While the camera runs, hardly anyone needs it: then it is small.
 */
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
    <Button
      variant={isOff ? 'primary' : 'secondary'}
      className={isOff ? undefined : styles['stop']}
      onClick={isOff ? onStart : onStop}
    >
      <Icon name={isOff ? 'play' : 'stop'} />
      {isOff ? (
        <Trans>Start camera</Trans>
      ) : (
        <VisuallyHidden>
          <Trans>Stop camera</Trans>
        </VisuallyHidden>
      )}
    </Button>
  )
}

/** A hint for when the camera has seen no code for a while. */
function LateHint({ dim }: { dim: boolean }) {
  return (
    <Notice tone="info" title={<Trans>Can’t scan the code?</Trans>}>
      <p>
        {dim ? (
          <Trans>It’s too dark for the camera. Move your ticket into the light, or choose a photo or PDF of it.</Trans>
        ) : (
          <Trans>Move closer and hold still, or choose a photo or PDF of your ticket.</Trans>
        )}
      </p>
    </Notice>
  )
}

/** Whether the scanner has looked for a code for `hintDelayMs` without a break. */
function useIsLate(isScanning: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isScanning) return
    const timer = setTimeout(() => setLate(true), hintDelayMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isScanning])
  return isLate
}

/** The scanner and its decoder; both are closed with the component. */
interface ScannerDevices {
  scanner: Scanner
  detector: CodeDetector
}

interface Run {
  state: ScannerState
  /** Null before the component's first effect. */
  devices: ScannerDevices | null
}

/** Runs the camera and the decoder while the component is mounted. */
function useScanner(place: RefObject<HTMLElement | null>, events: Omit<ScannerEvents, 'onState'>): Run {
  const [run, setRun] = useState<Run>({ state: { kind: 'starting' }, devices: null })
  const onCodes = useEffectEvent(events.onCodes)
  const onUnusable = useEffectEvent(events.onUnusable)

  useEffect(() => {
    if (!place.current) return
    const detector = new CodeDetector()
    const onState = (state: ScannerState) => setRun({ state, devices: { scanner, detector } })
    const scanner = new Scanner(place.current, detector, { onState, onCodes, onUnusable })
    void scanner.start()
    return () => {
      scanner.dispose()
      detector.close()
    }
  }, [place])

  return run
}

/** The sound for a found code. The viewfinder shows the visual feedback. */
let audio: AudioContext | undefined

/** Prepares the sound in advance, because starting audio takes a moment. */
function prepareSound(): void {
  if (!wasTouched()) return
  audio ??= 'AudioContext' in globalThis ? new AudioContext() : undefined
  if (audio?.state === 'suspended') void audio.resume().catch(() => undefined)
}

/** One short tone, an A, soft at both ends. Silent if the browser forbids it. */
function playFoundSound(): void {
  prepareSound()
  if (audio?.state !== 'running') return
  const [start, length] = [audio.currentTime, 0.16]
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = 880
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.25, start + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.001, start + length)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + length)
}
