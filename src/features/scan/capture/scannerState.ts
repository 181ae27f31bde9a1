import type { RunningCamera } from '#src/features/scan/capture/camera/cameraFeatures.ts'
import type { CameraFault } from '#src/features/scan/capture/camera/cameraFault.ts'
import type { Unusable } from '#src/features/scan/capture/decoder/code.ts'
import type { DecodeCause, DetectedCode } from '#src/features/scan/capture/decoder/decoder.ts'
import type { Area } from '#src/features/scan/capture/decoder/grayscale.ts'

/**
 * What the scanner does.
 * - starting: waits for the camera and the decoder.
 * - scanning: looks for codes. `dim`: it sees next to nothing.
 * - taking: has found codes and handed them over.
 * - stopped: by the member.
 * - away: the page is not seen; it starts anew when it is.
 * - failed: `fault` says why; `decoder` where codes cannot be looked for at all.
 */
export type ScannerState =
  | { kind: 'starting' }
  | { kind: 'scanning'; camera: RunningCamera; dim: boolean }
  | { kind: 'taking'; camera: RunningCamera; seen: SeenCodes }
  | { kind: 'stopped' }
  | { kind: 'away' }
  | { kind: 'failed'; fault: CameraFault | 'decoder'; cause: DecodeCause | null }

/** Codes that can be submitted, as they were seen: for the mark that is drawn around them. */
export interface SeenCodes {
  codes: DetectedCode[]
  /** Where in the video the codes' corners are counted from. */
  part: Area
}

export interface ScannerEvents {
  onState: (state: ScannerState) => void
  /** New texts, each once. The scanner looks on when the promise settles. */
  onCodes: (texts: string[]) => Promise<void>
  /** A code that cannot be submitted. */
  onUnusable: (reason: Unusable) => void
}
