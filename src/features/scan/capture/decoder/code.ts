import * as v from 'valibot'
import { codeLimit } from '#contract/scan.ts'

const Point = v.object({ x: v.number(), y: v.number() })
export type Point = v.InferOutput<typeof Point>

/** The corners of a code in the picture that was read: top left first, as the code itself is turned, then clockwise. */
export const Corners = v.tuple([Point, Point, Point, Point])
export type Corners = v.InferOutput<typeof Corners>

/**
 * A QR code that was read.
 * - text: its text can be submitted.
 * - too_long: more than a ticket's code can be, in UTF-8 bytes.
 * - binary: it holds bytes that are no text. Not a ticket's code, and no text could stand for it without doubt.
 * - blank: nothing but white space.
 */
export const Code = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string(), corners: Corners }),
  v.object({ kind: v.literal('too_long'), text: v.string(), corners: Corners }),
  v.object({ kind: v.literal('binary'), corners: Corners }),
  v.object({ kind: v.literal('blank'), corners: Corners }),
])
export type Code = v.InferOutput<typeof Code>

/** Why a code that was read cannot be submitted. */
export type Unusable = Exclude<Code['kind'], 'text'>

/** Control characters that printed codes do hold: tab, line ends and the separators of GS1. */
const printedControls = new Set(['\t', '\n', '\r', '\u001D', '\u001E'])

/** Other control characters, and the mark of bytes that stand for no character, tell that it is no text. */
function isText(text: string): boolean {
  return (text.match(/[\p{Cc}\uFFFD]/gu) ?? []).every((character) => printedControls.has(character))
}

/**
 * Names what a code holds.
 *
 * @param text what the decoder makes of the code's bytes
 * @param knownCharacters false where the code itself says that its bytes are no text, or in an unknown character set
 */
export function codeOf(text: string, knownCharacters: boolean, corners: Corners): Code {
  if (!knownCharacters || !isText(text)) return { kind: 'binary', corners }
  if (text.trim() === '') return { kind: 'blank', corners }
  const kind = new TextEncoder().encode(text).byteLength > codeLimit ? 'too_long' : 'text'
  return { kind, text, corners }
}
