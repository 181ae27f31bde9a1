import * as v from 'valibot'

/**
 * A code as the area of its dark modules: an SVG path in modules, from the top left corner of the code without its
 * margin.
 */
export const CodeDrawing = v.object({
  width: v.number(),
  height: v.number(),
  path: v.pipe(v.string(), v.regex(/^[Mhvz\d -]*$/)),
})
export type CodeDrawing = v.InferOutput<typeof CodeDrawing>

/** A text as the codes that readers at doors and counters know: a QR code, and Code 128, one module high. */
export const Codes = v.object({ qr: CodeDrawing, bar: CodeDrawing })
export type Codes = v.InferOutput<typeof Codes>

/** The light margin that readers need, in modules. */
export const codeMargins: Record<keyof Codes, { x: number; y: number }> = { qr: { x: 4, y: 4 }, bar: { x: 10, y: 0 } }
