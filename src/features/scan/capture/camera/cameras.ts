/** A camera of this device. */
export interface CameraDevice {
  id: string
  /** What the system calls it; empty where the browser hides it. */
  label: string
}

/**
 * The device's cameras, as far as the browser tells: their ids only after one was given to this page. Never throws.
 *
 * html5-qrcode's own list opens a camera only to look, which fails on phones that give one at a time.
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
