import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ScannerCamera } from '#src/features/scan/capture/camera/camera.ts'
import type { CameraFault } from '#src/features/scan/capture/camera/cameraFault.ts'
import { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { scanFrames } from '#src/features/scan/capture/scanLoop.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import styles from './Counter.module.css'

const broken = msg`The camera isn’t working. Try again, or type the code.`

type Fault = CameraFault | 'decoder'

/** Why no code is read, and what to do. */
const faultMessages: Record<Fault, MessageDescriptor> = {
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
  /** What is held in front of the camera. */
  hint: ReactNode
  /** Called with the text of the first QR code that is read: a voucher’s code, or a member’s number. */
  onCode: (text: string) => void
  onClose: () => void
}

/** Reads a QR code with the camera, or says why there is no picture of it. */
export function CodeCamera({ hint, onCode, onClose }: CodeCameraProps) {
  const { t, i18n } = useLingui()
  const [fault, setFault] = useState<Fault | null>(null)
  return (
    <Dialog open onClose={onClose} title={t`Scan a QR code`}>
      {fault === null ? (
        <>
          <p>{hint}</p>
          <Lens onCode={onCode} onFault={setFault} onHide={onClose} />
        </>
      ) : (
        <>
          <Notice tone="warning">{i18n._(faultMessages[fault])}</Notice>
          <Button onClick={() => setFault(null)}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )}
    </Dialog>
  )
}

interface LensProps extends Pick<CodeCameraProps, 'onCode'> {
  onFault: (fault: Fault) => void
  /** Called when the page is hidden. */
  onHide: () => void
}

/** The camera's picture. The camera is released when this goes. */
function Lens({ onCode, onFault, onHide }: LensProps) {
  const place = useRef<HTMLDivElement>(null)
  const take = useEffectEvent(onCode)
  const fail = useEffectEvent(onFault)
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    if (!place.current) return undefined
    const ended = new AbortController()
    const { signal } = ended
    const stop = (fault: Fault) => {
      if (!signal.aborted) fail(fault)
    }
    const detector = new CodeDetector()
    const camera = new ScannerCamera(place.current, () => stop('lost'))
    let stopLoop: () => void = () => undefined
    void camera.start(null).then((start) => {
      if (start.kind === 'failed') return stop(start.fault)
      if (start.kind === 'superseded' || signal.aborted) return undefined
      stopLoop = scanFrames(start.camera.video, detector, {
        onCodes: (codes) => {
          const read = codes.find(({ code }) => code.kind === 'text')
          if (read) take(read.rawValue)
          return Promise.resolve()
        },
        onNothing: () => undefined,
        onFault: () => stop('decoder'),
        onFrozen: () => stop('silent'),
      })
      return undefined
    })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && hide(), { signal })
    return () => {
      ended.abort()
      stopLoop()
      void camera.stop()
      detector.close()
    }
  }, [])
  return <div ref={place} className={styles['camera']} />
}
