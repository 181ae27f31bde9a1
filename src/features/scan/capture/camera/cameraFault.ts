/**
 * Why there is no picture from the camera.
 * - denied: the member, or the browser's or phone's settings, said no.
 * - missing: this device has none.
 * - busy: another app has it, or the system does not give it.
 * - insecure: browsers give cameras only to pages over https (and to this very machine).
 * - unsupported: this browser gives cameras to no page.
 * - silent: it was given, but no picture came.
 * - lost: it was taken away while it ran, and did not come back.
 * - unknown: anything else.
 */
export const cameraFaults = [
  'denied',
  'missing',
  'busy',
  'insecure',
  'unsupported',
  'silent',
  'lost',
  'unknown',
] as const
export type CameraFault = (typeof cameraFaults)[number]

/** Names of what `getUserMedia` rejects with. Source: W3C Media Capture and Streams 10.2; the older names are those of old WebKit. */
const faultsByName: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  ConstraintNotSatisfiedError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
  NotSupportedError: 'unsupported',
}

/** Errors that say that no camera satisfies the constraints; fewer constraints may help. */
const unsatisfiable = new Set([
  'OverconstrainedError',
  'ConstraintNotSatisfiedError',
  'NotFoundError',
  'DevicesNotFoundError',
])

export function isUnsatisfiable(error: unknown): boolean {
  return unsatisfiable.has(nameOf(error))
}

/** Classifies the error that starting the camera failed with. */
export function faultOf(error: unknown, page: { isSecureContext: boolean; hasCameras: boolean }): CameraFault {
  if (!page.isSecureContext) return 'insecure'
  if (!page.hasCameras) return 'unsupported'
  return faultsByName[nameOf(error)] ?? 'unknown'
}

/** Errors of this kind do not always inherit from Error, and html5-qrcode throws bare strings. */
function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
}
