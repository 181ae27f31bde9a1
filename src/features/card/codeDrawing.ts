import * as v from 'valibot'

/** A code as the area of its dark modules: an SVG path in modules, from the top left corner of the code without its margin. */
export const CodeDrawing = v.object({
  width: v.number(),
  height: v.number(),
  path: v.pipe(v.string(), v.regex(/^[Mhvz\d -]*$/)),
})
export type CodeDrawing = v.InferOutput<typeof CodeDrawing>

/** The member number as the codes that readers at doors and counters know: a QR code, and Code 128, one module high. */
export const CardCodes = v.object({ qr: CodeDrawing, bar: CodeDrawing })
export type CardCodes = v.InferOutput<typeof CardCodes>
