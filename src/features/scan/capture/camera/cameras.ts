/** A camera of this device. */
export interface CameraDevice {
  id: string
  /** The name that the system gives it; empty if the browser hides it. */
  label: string
}

/**
 * The device's cameras, as far as the browser reveals them: their ids only after this page was granted one. Never
 * throws.
 *
 * html5-qrcode's own list opens a camera just to list them, which fails on phones that provide only one at a time.
 */
export async function listCameras(): Promise<CameraDevice[]> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices()
    return devices
      .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }))
  } catch {
    return []
  }
}
