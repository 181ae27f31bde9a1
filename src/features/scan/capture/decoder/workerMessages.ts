import * as v from 'valibot'
import { efforts } from './effort.ts'
import { Code } from './code.ts'

/** An image that is transferred to the worker without a copy; the page can no longer use it. */
export type TransferableImage = ImageBitmap | VideoFrame

/** Checks for each class first, because not every browser has both. */
export function isTransferableImage(image: unknown): image is TransferableImage {
  if (image instanceof ImageBitmap) return true
  return 'VideoFrame' in globalThis && image instanceof VideoFrame
}

/** The page's request to the decoding worker: find the codes in an image, or in a part of it. */
export const Request = v.object({
  id: v.number(),
  effort: v.picklist(efforts),
  image: v.custom<TransferableImage>(isTransferableImage),
  /** Null: the whole image. The codes' corners are relative to its top left. */
  area: v.nullable(v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })),
})
export type Request = v.InferOutput<typeof Request>

/** The codes in the order in which they were found. `brightness`: the mean shade of the picture, 0 to 255. */
export const Reading = v.object({ codes: v.array(Code), brightness: v.number() })
export type Reading = v.InferOutput<typeof Reading>

/**
 * The worker's messages.
 * - ready: its WebAssembly has started.
 * - broken: its WebAssembly could not be fetched or started; it reads nothing.
 * - read, failed: the answer to the request of that id.
 */
export const Reply = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('broken'), detail: v.string() }),
  v.object({ kind: v.literal('read'), id: v.number(), reading: Reading }),
  v.object({ kind: v.literal('failed'), id: v.number(), detail: v.string() }),
])
export type Reply = v.InferOutput<typeof Reply>
