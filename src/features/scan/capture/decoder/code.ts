import * as v from 'valibot'
import { maxCodeBytes } from '#contract/scan/scan.ts'
import type { Corners } from '#qr-flatten/cornerGeometry.ts'

const Point = v.object({ x: v.number(), y: v.number() })
const CornersSchema: v.GenericSchema<unknown, Corners> = v.tuple([Point, Point, Point, Point])

/**
 * A QR code that was read.
 * - text: its text can be submitted. It may hold characters that no ticket's code has: that is for others to judge.
 * - too_long: more UTF-8 bytes than a ticket's code can have.
 * - binary: it holds bytes that are not text. Not a ticket's code, and not unambiguously representable as text.
 * - blank: nothing but white space.
 */
export const Code = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string(), corners: CornersSchema }),
  v.object({ kind: v.literal('too_long'), text: v.string(), corners: CornersSchema }),
  v.object({ kind: v.literal('binary'), corners: CornersSchema }),
  v.object({ kind: v.literal('blank'), corners: CornersSchema }),
])
export type Code = v.InferOutput<typeof Code>

/** Why a code that was read cannot be submitted. */
export type UnusableReason = Exclude<Code['kind'], 'text'>

/**
 * Characters that indicate that bytes are no text: the replacement character, and the control characters from 80 to 9F,
 * as which ZXing reads bytes that are not UTF-8. Those of ASCII are text, if an unusual one.
 */
const notText = /[\u0080-\u009F\uFFFD]/u

/**
 * Classifies the content of a code.
 *
 * @param text the code's bytes as the decoder reads them
 * @param knownCharacters false if the code declares its bytes as binary, or in an unknown character set
 */
export function classifyCode(text: string, knownCharacters: boolean, corners: Corners): Code {
  if (!knownCharacters || notText.test(text)) return { kind: 'binary', corners }
  if (text.trim() === '') return { kind: 'blank', corners }
  const kind = new TextEncoder().encode(text).byteLength > maxCodeBytes ? 'too_long' : 'text'
  return { kind, text, corners }
}
