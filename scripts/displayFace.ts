import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The file that pages preload, written by `npm run make -- font`. */
export const displayFaceFile = fileURLToPath(new URL('../src/styles/cormorant-garamond-600.woff2', import.meta.url))

const whole = import.meta.resolve('@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff2')

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** ASCII, the letters of Western Europe's languages, the typographer's marks. Others come from the fallback faces. */
const characters = `${range(0x20, 0x7e)}${range(0xc0, 0xff)}ŒœŸ ‘’“”–—…•·©™£€`

/** Kerning, and the lining and tabular figures that style sheets ask for (`font-variant-numeric`). */
const keepFeatures = ['kern', 'lnum', 'tnum']

/**
 * The display face with the characters of headings alone, without the glyphs of its other features (ligatures, small
 * capitals), as WOFF2: a first visit has it with the first packets of its connection.
 */
export async function displayFace(): Promise<Buffer> {
  return subsetFont(await readFile(fileURLToPath(whole)), characters, { targetFormat: 'woff2', keepFeatures })
}
