import type { Camera } from 'html5-qrcode/esm/camera/core.js'
import { CameraImpl } from 'html5-qrcode/esm/camera/core-impl.js'
import { asksTooMuch } from './cameraFault.ts'

/** Sharp enough for a small code across a table, and what every phone's camera gives at 25 frames a second. */
const sharp = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } }

/**
 * Asks for the camera that was chosen before, else for one that faces away, else for any; each time with fewer wishes.
 *
 * @throws what `getUserMedia` rejects with
 */
export async function requestCamera(deviceId: string | null): Promise<Camera> {
  const wishes: MediaTrackConstraints[] = [
    { facingMode: { ideal: 'environment' }, ...sharp },
    { facingMode: { ideal: 'environment' } },
  ]
  if (deviceId !== null) wishes.unshift({ deviceId: { exact: deviceId }, ...sharp })
  for (const wish of wishes) {
    try {
      return await CameraImpl.create(wish)
    } catch (error) {
      if (!asksTooMuch(error)) throw error
    }
  }
  return await CameraImpl.create({})
}
