import type { GreyPicture } from './png.ts'
import { canvasOf } from './ticketDocuments.ts'

/** A camera that films a canvas, for tests in a browser: real tracks, which end when they are released. */
export interface CanvasCamera {
  /** Puts a drawing in front of it, or takes it away. */
  show: (drawing: GreyPicture | null) => void
  /** The colour of the background. */
  dye: (colour: string) => void
  /** Adds a torch and a zoom of 1 to 5. The last requested constraints are in `constraints`. */
  addTorchAndZoom: () => void
  constraints: Record<string, unknown>
  /** Returns its stream, as `getUserMedia` does. */
  give: () => MediaStream
  /** The tracks that it returned. html5-qrcode removes them from a stream that it closes, so they are recorded here. */
  tracks: MediaStreamTrack[]
  running: () => MediaStreamTrack[]
  destroy: () => void
}

export function openCanvasCamera(width = 640, height = 480): CanvasCamera {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { alpha: false })
  const tracks: MediaStreamTrack[] = []
  const constraints: Record<string, unknown> = {}
  let hasTorchAndZoom = false
  let shown: OffscreenCanvas | null = null
  let colour = '#ddd'
  const paint = () => {
    if (!context) return
    context.fillStyle = colour
    context.fillRect(0, 0, width, height)
    if (shown) context.drawImage(shown, width / 2 - 120, height / 2 - 120, 240, 240)
  }
  const timer = setInterval(paint, 30)
  return {
    show: (drawing) => {
      shown = drawing && canvasOf(drawing)
    },
    dye: (next) => {
      colour = next
    },
    addTorchAndZoom: () => {
      hasTorchAndZoom = true
    },
    constraints,
    give: () => {
      paint()
      const stream = canvas.captureStream(30)
      for (const track of stream.getVideoTracks()) {
        if (hasTorchAndZoom) addTorchAndZoom(track, constraints)
        tracks.push(track)
      }
      return stream
    },
    tracks,
    running: () => tracks.filter(({ readyState }) => readyState === 'live'),
    destroy: () => clearInterval(timer),
  }
}

/** Source: W3C MediaStream Image Capture, capabilities and constraints `torch` and `zoom`. */
function addTorchAndZoom(track: MediaStreamTrack, constraints: Record<string, unknown>): void {
  Object.assign(track, {
    getCapabilities: () => ({ torch: true, zoom: { min: 1, max: 5, step: 0.1 } }),
    getSettings: () => ({ torch: false, zoom: 1, ...constraints }),
    applyConstraints: ({ advanced = [] }: MediaTrackConstraints) => {
      Object.assign(constraints, ...advanced)
      return Promise.resolve()
    },
  })
}
