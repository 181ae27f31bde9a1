import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'
import { codeOf, type Code, type Corners } from './code.ts'
import { pixelsOf, type Shades } from './grayscale.ts'

/** How light is told from dark: by each pixel's neighbours (uneven light), or by the whole row's shades (grain, low contrast). */
export type Threshold = 'neighbours' | 'histogram'

/** What one look at a picture gave: the codes that were read, and where others are that could not be. */
export interface Look {
  codes: Code[]
  unread: Corners[]
}

/** Looks for QR codes in a picture, at several sizes, turned or inverted. */
export type Reader = (picture: Shades, threshold: Threshold) => Promise<Look>

/**
 * Starts ZXing-C++.
 *
 * @param wasm where its WebAssembly lies, or its bytes
 * @returns once it can read
 * @throws whatever kept the WebAssembly from being fetched or compiled
 */
export async function openReader(wasm: { url: string } | { bytes: ArrayBuffer }): Promise<Reader> {
  const overrides = 'url' in wasm ? { locateFile: () => wasm.url } : { wasmBinary: wasm.bytes }
  await prepareZXingModule({ overrides, fireImmediately: true })
  return async (picture, threshold) => {
    const results = await readBarcodes(asImageData(picture), {
      // Not the micro sizes: no outlet prints them, and noise is taken for them.
      formats: ['QRCodeModel2'],
      binarizer: threshold === 'neighbours' ? 'LocalAverage' : 'GlobalHistogram',
      textMode: 'Plain',
      returnErrors: true,
      tryHarder: true,
      tryRotate: true,
      tryInvert: true,
      tryDownscale: true,
    })
    return lookOf(results)
  }
}

/** The decoder reads no more of an ImageData than these three; a real one would be a copy. */
function asImageData(picture: Shades): ImageData {
  return { ...pixelsOf(picture), colorSpace: 'srgb' }
}

function lookOf(results: ReadResult[]): Look {
  const look: Look = { codes: [], unread: [] }
  for (const { isValid, text, contentType, position } of results) {
    const corners: Corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]
    if (isValid) look.codes.push(codeOf(text, contentType !== 'UnknownECI', corners))
    else look.unread.push(corners)
  }
  return look
}
