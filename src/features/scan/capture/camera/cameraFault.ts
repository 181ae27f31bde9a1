/**
 * Why there is no picture from the camera.
 * - denied: by the member, or by the settings of the browser or the phone.
 * - missing: this device has none.
 * - busy: another app uses it, or the system does not provide it.
 * - insecure: browsers offer cameras only to pages over https (and on localhost).
 * - unsupported: this browser has no camera API.
 * - silent: it was granted, but delivers no picture.
 * - lost: the system took it away while it ran, and it did not return.
 * - unknown: anything else.
 */
const cameraFaults = ['denied', 'missing', 'busy', 'insecure', 'unsupported', 'silent', 'lost', 'unknown'] as const
export type CameraFault = (typeof cameraFaults)[number]

/**
 * Names of what `getUserMedia` rejects with. Source: W3C Media Capture and Streams 10.2; the older names are those of
 * old WebKit.
 */
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

/** Whether starting failed because no camera satisfies the constraints. */
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
