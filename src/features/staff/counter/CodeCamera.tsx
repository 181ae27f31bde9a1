import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ScannerCamera } from '#src/features/scan/capture/camera/camera.ts'
import type { CameraFault } from '#src/features/scan/capture/camera/cameraFault.ts'
import { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { scanFrames } from '#src/features/scan/capture/scanLoop.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import styles from './Counter.module.css'

const broken = msg`The camera isn’t working. Try again, or type the code.`

/** Why no code is read, and what to do. */
const faultMessages: Record<CameraFault | 'decoder', MessageDescriptor> = {
  denied: msg`Camera access isn’t allowed. Allow it in your browser’s settings, then try again, or type the code.`,
  missing: msg`No camera found. Type the code, or use a hand scanner.`,
  busy: msg`Another app is using the camera. Close it, then try again, or type the code.`,
  insecure: msg`The camera needs an address that begins with https. Type the code, or use a hand scanner.`,
  unsupported: msg`This browser doesn’t support the camera. Type the code, or use a hand scanner.`,
  silent: broken,
  lost: broken,
  unknown: broken,
  decoder: msg`The QR code reader couldn’t be started. Try again, or type the code.`,
}

interface CodeCameraProps {
  /** Called with the text of the first QR code that is read: a voucher’s code, or a member’s number. */
  onCode: (text: string) => void
  onClose: () => void
}

/** Reads a QR code with the camera, which is released when the dialog closes or the page is hidden. */
export function CodeCamera({ onCode, onClose }: CodeCameraProps) {
  const { t, i18n } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [fault, setFault] = useState<keyof typeof faultMessages | null>(null)
  const take = useEffectEvent(onCode)
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (!place.current) return undefined
    const ended = new AbortController()
    const fail = (found: keyof typeof faultMessages) => {
      if (!ended.signal.aborted) setFault(found)
      void camera.stop()
    }
    const detector = new CodeDetector()
    const camera = new ScannerCamera(place.current, () => fail('lost'))
    let stopLoop: () => void = () => undefined
    void camera.start(null).then((start) => {
      if (start.kind === 'failed') return fail(start.fault)
      if (start.kind === 'superseded' || ended.signal.aborted) return undefined
      stopLoop = scanFrames(start.camera.video, detector, {
        onCodes: (codes) => {
          const read = codes.find(({ code }) => code.kind === 'text')
          if (read) take(read.rawValue)
          return Promise.resolve()
        },
        onNothing: () => undefined,
        onFault: () => fail('decoder'),
        onFrozen: () => fail('silent'),
      })
      return undefined
    })
    const hide = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', hide, { signal: ended.signal })
    return () => {
      ended.abort()
      stopLoop()
      void camera.stop()
      detector.close()
    }
  }, [attempt])
  return (
    <Dialog open onClose={onClose} title={t`Scan a QR code`}>
      {fault === null ? (
        <p>
          <Trans>Hold the guest’s membership card or voucher in front of the camera.</Trans>
        </p>
      ) : (
        <>
          <Notice tone="warning">{i18n._(faultMessages[fault])}</Notice>
          <Button
            onClick={() => {
              setFault(null)
              setAttempt(attempt + 1)
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        </>
      )}
      <div ref={place} className={styles['camera']} hidden={fault !== null} />
    </Dialog>
  )
}
