import * as v from 'valibot'
import { cares } from './attempts.ts'
import { Code } from './code.ts'

/** What the page asks of the decoding worker: the codes in a bitmap, found with so much care. */
export const Request = v.object({
  id: v.number(),
  care: v.picklist(cares),
  bitmap: v.instance(ImageBitmap),
})
export type Request = v.InferOutput<typeof Request>

/** What was read, in the order it was found. `brightness`: the mean shade of the picture, 0 to 255. */
export const Reading = v.object({ codes: v.array(Code), brightness: v.number() })
export type Reading = v.InferOutput<typeof Reading>

/**
 * What the worker says.
 * - ready: its WebAssembly is there.
 * - broken: its WebAssembly could not be fetched or started; it will read nothing.
 * - working: a part of a large picture is done, and the next begun.
 * - read, failed: the answer to the request of that id.
 */
export const Reply = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('broken'), detail: v.string() }),
  v.object({ kind: v.literal('working'), id: v.number() }),
  v.object({ kind: v.literal('read'), id: v.number(), reading: Reading }),
  v.object({ kind: v.literal('failed'), id: v.number(), detail: v.string() }),
])
export type Reply = v.InferOutput<typeof Reply>
