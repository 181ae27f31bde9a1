import type { RangeCameraCapability, RenderedCamera } from 'html5-qrcode/esm/camera/core.js'
import * as v from 'valibot'

/** A range of values that a camera offers, such as its zoom. */
export interface CameraRange {
  min: number
  max: number
  step: number
  value: number
}

/** A camera that delivers frames. */
export interface RunningCamera {
  video: HTMLVideoElement
  /** Its device id, or null if the browser hides it. */
  deviceId: string | null
  /** Whether it faces the person who holds the device: its picture is mirrored. */
  facesUser: boolean
  /** Whether it has a torch. */
  hasTorch: boolean
  zoom: CameraRange | null
}

/** The part of `getCapabilities()` that TypeScript does not know yet. Source: W3C MediaStream Image Capture. */
const FocusModes = v.object({ focusMode: v.array(v.string()) })

/** A phone that focuses only once, at the start, would see a ticket that is held up later as a blur. */
export async function focusContinuously(track: MediaStreamTrack): Promise<void> {
  const modes = v.safeParse(FocusModes, 'getCapabilities' in track ? track.getCapabilities() : null)
  if (!modes.success || !modes.output.focusMode.includes('continuous')) return
  const continuous: MediaTrackConstraintSet & { focusMode: string } = { focusMode: 'continuous' }
  try {
    await track.applyConstraints({ advanced: [continuous] })
  } catch {
    // The camera is still usable without continuous focus.
  }
}

/** The properties and features of the running camera. */
export function featuresOf(rendered: RenderedCamera, video: HTMLVideoElement, track: MediaStreamTrack): RunningCamera {
  const { deviceId, facingMode } = track.getSettings()
  const features = rendered.getCapabilities()
  const zoom = features.zoomFeature()
  return {
    video,
    deviceId: deviceId ?? null,
    facesUser: facingMode === 'user',
    hasTorch: features.torchFeature().isSupported(),
    zoom: zoom.isSupported() && zoom.max() > zoom.min() ? rangeOf(zoom) : null,
  }
}

function rangeOf(zoom: RangeCameraCapability): CameraRange {
  const [min, max] = [zoom.min(), zoom.max()]
  return { min, max, step: zoom.step() || (max - min) / 20, value: zoom.value() ?? min }
}
