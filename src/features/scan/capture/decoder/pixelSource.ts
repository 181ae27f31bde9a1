import type { TransferableImage } from './workerMessages.ts'
import { toGrayscale, type Area, type Grayscale } from '#qr-flatten/grayscale.ts'

/**
 * Layouts of a video frame whose first plane is its luminance, a byte a pixel. Source: W3C WebCodecs,
 * `VideoPixelFormat`.
 */
const luminanceFirst = new Set(['I420', 'I420A', 'I422', 'I422A', 'I444', 'I444A', 'NV12'])

const canvas = new OffscreenCanvas(1, 1)

/** The area of a whole image, in its own pixels. */
export function fullArea(image: TransferableImage): Area {
  return image instanceof ImageBitmap
    ? { x: 0, y: 0, width: image.width, height: image.height }
    : { x: 0, y: 0, width: image.displayWidth, height: image.displayHeight }
}

/**
 * A part of an image in grayscale. Most camera frames already contain their luminance; any other image is drawn first.
 *
 * @param scale the factor by which to shrink it (1: original size)
 */
export async function grayscaleFrom(image: TransferableImage, area: Area, scale = 1): Promise<Grayscale> {
  if (image instanceof ImageBitmap || scale !== 1 || !holdsLuminance(image)) return drawn(image, area, scale)
  try {
    return await copied(image, area)
  } catch {
    return drawn(image, area, scale)
  }
}

/** Whether the frame stores its luminance as displayed: not cropped, stretched or rotated. */
function holdsLuminance(frame: VideoFrame): boolean {
  const { format, visibleRect, displayWidth, displayHeight } = frame
  if (format === null || !luminanceFirst.has(format) || !visibleRect) return false
  const isTurned = 'rotation' in frame && frame.rotation !== 0
  return !isTurned && visibleRect.width === displayWidth && visibleRect.height === displayHeight
}

async function copied(frame: VideoFrame, area: Area): Promise<Grayscale> {
  const rect = { ...area, x: area.x + (frame.visibleRect?.x ?? 0), y: area.y + (frame.visibleRect?.y ?? 0) }
  const bytes = new Uint8Array(frame.allocationSize({ rect }))
  const [luminance] = await frame.copyTo(bytes, { rect })
  if (!luminance) throw new Error('This frame has no planes.')
  const { offset, stride } = luminance
  const { width, height } = area
  if (stride === width) return { width, height, pixels: bytes.subarray(offset, offset + width * height) }
  const pixels = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = offset + row * stride
    pixels.set(bytes.subarray(from, from + width), row * width)
  }
  return { width, height, pixels }
}

function drawn(image: TransferableImage, area: Area, scale: number): Grayscale {
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (!context) throw new Error('This browser gives no canvas to draw on.')
  context.imageSmoothingQuality = 'medium'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return toGrayscale({ width, height, data: new Uint8ClampedArray(data.buffer) })
}
