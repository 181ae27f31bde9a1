import type { Camera } from 'html5-qrcode/esm/camera/core.js'
import { CameraImpl } from 'html5-qrcode/esm/camera/core-impl.js'
import { isUnsatisfiable } from './cameraFault.ts'

/** Sharp enough for a small code across a table, and available on every phone's camera at 25 frames a second. */
const sharp = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } }

/**
 * Requests the camera that was chosen before, else one that faces away, else any; each time with fewer constraints.
 *
 * @throws what `getUserMedia` rejects with
 */
export async function requestCamera(deviceId: string | null): Promise<Camera> {
  const attempts: MediaTrackConstraints[] = [
    { facingMode: { ideal: 'environment' }, ...sharp },
    { facingMode: { ideal: 'environment' } },
  ]
  if (deviceId !== null) attempts.unshift({ deviceId: { exact: deviceId }, ...sharp })
  for (const constraints of attempts) {
    try {
      return await CameraImpl.create(constraints)
    } catch (error) {
      if (!isUnsatisfiable(error)) throw error
    }
  }
  return await CameraImpl.create({})
}
