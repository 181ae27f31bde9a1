import type { RunningCamera } from '#src/features/scan/capture/camera/cameraFeatures.ts'
import type { CameraFault } from '#src/features/scan/capture/camera/cameraFault.ts'
import type { UnusableReason } from '#src/features/scan/capture/decoder/code.ts'
import type { DecodeCause, DetectedCode } from '#src/features/scan/capture/decoder/decoder.ts'
import type { Area } from '#qr-flatten/grayscale.ts'

/**
 * The state of the scanner.
 * - starting: waits for the camera and the decoder.
 * - scanning: looks for codes. `dim`: the picture is too dark.
 * - taking: has found codes and passed them on.
 * - stopped: by the member.
 * - away: the page is hidden; it restarts when the page is visible.
 * - failed: `fault` says why; `decoder` if codes cannot be decoded at all.
 */
export type ScannerState =
  | { kind: 'starting' }
  | { kind: 'scanning'; camera: RunningCamera; dim: boolean }
  | { kind: 'taking'; camera: RunningCamera; seen: SeenCodes }
  | { kind: 'stopped' }
  | { kind: 'away' }
  | { kind: 'failed'; fault: CameraFault | 'decoder'; cause: DecodeCause | null }

/** Codes that can be submitted, with their positions, for the marks that are drawn around them. */
export interface SeenCodes {
  codes: DetectedCode[]
  /** The part of the video that the codes' corners are relative to. */
  part: Area
}

export interface ScannerEvents {
  onState: (state: ScannerState) => void
  /** New texts, each once. The scanner continues when the promise settles. */
  onCodes: (texts: string[]) => Promise<void>
  /** A code that cannot be submitted. */
  onUnusable: (reason: UnusableReason) => void
}
