import type { RangeCameraCapability, RenderedCamera } from 'html5-qrcode/esm/camera/core.js'
import * as v from 'valibot'

/** A choice between values that a camera offers, such as its zoom. */
export interface CameraRange {
  min: number
  max: number
  step: number
  value: number
}

/** A camera that gives pictures. */
export interface RunningCamera {
  video: HTMLVideoElement
  /** Its id among the devices, or null where the browser hides it. */
  deviceId: string | null
  /** Whether it looks at the person that holds the device: its picture is shown like a mirror. */
  facesUser: boolean
  /** Whether it has a lamp that can be switched. */
  hasTorch: boolean
  zoom: CameraRange | null
}

/** The part of `getCapabilities()` that TypeScript does not know yet. Source: W3C MediaStream Image Capture. */
const FocusModes = v.object({ focusMode: v.array(v.string()) })

/** Phones that focus once, at the start, would see the ticket blurred that is brought before them later. */
export async function focusContinuously(track: MediaStreamTrack): Promise<void> {
  const modes = v.safeParse(FocusModes, 'getCapabilities' in track ? track.getCapabilities() : null)
  if (!modes.success || !modes.output.focusMode.includes('continuous')) return
  const continuous: MediaTrackConstraintSet & { focusMode: string } = { focusMode: 'continuous' }
  try {
    await track.applyConstraints({ advanced: [continuous] })
  } catch {
    // It goes on as it is: a camera that refuses is no reason to show none.
  }
}

/** What the camera is and can do. */
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
