import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Icon } from '#src/ui/content/Icon.tsx'
import type { CameraFault } from '#src/features/scan/capture/camera/cameraFault.ts'
import type { DecodeCause } from '#src/features/scan/capture/decoder/decoder.ts'
import styles from './ScannerPage.module.css'

interface FaultMessages {
  title: MessageDescriptor
  advice: MessageDescriptor
}

const cameraMessages: Record<CameraFault, FaultMessages> = {
  denied: {
    title: msg`Camera access isn’t allowed`,
    advice: msg`Allow the camera for this site in your browser’s settings, then try again. Or use a photo of your ticket.`,
  },
  missing: {
    title: msg`No camera found`,
    advice: msg`Choose a photo or PDF of your ticket instead.`,
  },
  busy: {
    title: msg`The camera is in use`,
    advice: msg`Close other apps and tabs that are using the camera, then try again. Or use a photo of your ticket.`,
  },
  insecure: {
    title: msg`The camera needs a secure address`,
    advice: msg`Open Club Bravo at an address that begins with https, or choose a photo of your ticket.`,
  },
  unsupported: {
    title: msg`This browser doesn’t support the camera`,
    advice: msg`Open Club Bravo in another browser, or choose a photo of your ticket.`,
  },
  silent: {
    title: msg`The camera isn’t working`,
    advice: msg`Try again. If that doesn’t help, close and reopen the app, or choose a photo of your ticket.`,
  },
  lost: {
    title: msg`The camera was switched off`,
    advice: msg`Another app may be using it. Try again, or choose a photo of your ticket.`,
  },
  unknown: {
    title: msg`We couldn’t start the camera`,
    advice: msg`Try again, or choose a photo of your ticket.`,
  },
}

const decoderMessages: Record<DecodeCause, FaultMessages> = {
  unsupported: {
    title: msg`This browser can’t read QR codes`,
    advice: msg`Update your browser, or open Club Bravo in another one.`,
  },
  unavailable: {
    title: msg`We couldn’t load the QR code reader`,
    advice: msg`Check your connection and try again. Nothing you’ve scanned is lost.`,
  },
  timeout: stoppedMessages(),
  crashed: stoppedMessages(),
  closed: stoppedMessages(),
}

function stoppedMessages(): FaultMessages {
  return {
    title: msg`The QR code reader has stopped`,
    advice: msg`Try again. Nothing you’ve scanned is lost.`,
  }
}

interface ScannerFaultProps {
  fault: CameraFault | 'decoder'
  /** Why the decoder failed, if the fault is `decoder`. */
  cause: DecodeCause | null
}

/** Why the scanner does not work, and what to do about it. The retry button is part of the page. */
export function ScannerFault({ fault, cause }: ScannerFaultProps) {
  const { t } = useLingui()
  const messages = fault === 'decoder' ? decoderMessages[cause ?? 'crashed'] : cameraMessages[fault]
  return (
    <div className={styles['fault']} role="alert">
      <Icon name="alert" className={styles['faultIcon']} />
      <h2>{t(messages.title)}</h2>
      <p>{t(messages.advice)}</p>
    </div>
  )
}
