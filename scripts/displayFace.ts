import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))

/** ASCII, the letters of Western Europe's languages, the typographer's marks. */
const western = `${range(0x20, 0x7e).join('')}${range(0xc0, 0xff).join('')}ŒœŸ ‘’“”–—…•·©™£€`

/** Latin Extended-A: the letters of Central Europe's, the Baltic's and Turkey's languages, as in “Dvořák”. */
const extended = range(0x100, 0x17f)
  .filter((letter) => !western.includes(letter))
  .join('')

const fileAt = (name: string) => fileURLToPath(new URL(`../src/styles/${name}`, import.meta.url))
const wholeFace = (part: string) =>
  import.meta.resolve(`@fontsource/cormorant-garamond/files/cormorant-garamond-${part}-600-normal.woff2`)

/**
 * The files of the display face, written by `npm run make -- font`: the one that pages preload, and the one that a page
 * fetches where it has such a letter (`unicode-range` in fonts.css). Others come from the fallback faces.
 */
export const displayFaces = {
  western: { file: fileAt('cormorant-garamond-600.woff2'), whole: wholeFace('latin'), characters: western },
  extended: { file: fileAt('cormorant-garamond-ext-600.woff2'), whole: wholeFace('latin-ext'), characters: extended },
}

/** Kerning, and the lining and tabular figures that style sheets ask for (`font-variant-numeric`). */
const keepFeatures = ['kern', 'lnum', 'tnum']

/**
 * A file of the display face: its characters alone, without the glyphs of other features (ligatures, small capitals),
 * as WOFF2. A first visit has the preloaded one with the first packets of its connection.
 */
export async function displayFace({ whole, characters }: { whole: string; characters: string }): Promise<Buffer> {
  return subsetFont(await readFile(fileURLToPath(whole)), characters, { targetFormat: 'woff2', keepFeatures })
}
