import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'
import { classifyCode, type Code, type Corners } from './code.ts'
import { toRgba, type Grayscale } from './grayscale.ts'

/** The binarisation threshold: from each pixel's neighbours (uneven light), or from the histogram (grain, low contrast). */
export type Threshold = 'neighbours' | 'histogram'

/** The result of one pass over a picture: the codes that were read, and the corners of codes that could not be. */
export interface PassResult {
  codes: Code[]
  unread: Corners[]
}

/** Reads the QR codes of a picture in one pass, at several sizes, rotated or inverted. */
export type Reader = (picture: Grayscale, threshold: Threshold) => Promise<PassResult>

/**
 * Starts ZXing-C++.
 *
 * @param wasm the URL of its WebAssembly, or its bytes
 * @returns the reader, once it is ready
 * @throws the error with which fetching or compiling the WebAssembly failed
 */
export async function openReader(wasm: { url: string } | { bytes: ArrayBuffer }): Promise<Reader> {
  const overrides = 'url' in wasm ? { locateFile: () => wasm.url } : { wasmBinary: wasm.bytes }
  await prepareZXingModule({ overrides, fireImmediately: true })
  return async (picture, threshold) => {
    const results = await readBarcodes(asImageData(picture), {
      // No micro QR codes: no outlet prints them, and noise is mistaken for them.
      formats: ['QRCodeModel2'],
      binarizer: threshold === 'neighbours' ? 'LocalAverage' : 'GlobalHistogram',
      textMode: 'Plain',
      returnErrors: true,
      tryHarder: true,
      tryRotate: true,
      tryInvert: true,
      tryDownscale: true,
    })
    return passResultOf(results)
  }
}

/** The decoder only reads these three properties of an ImageData; creating a real one would copy the pixels. */
function asImageData(picture: Grayscale): ImageData {
  return { ...toRgba(picture), colorSpace: 'srgb' }
}

function passResultOf(results: ReadResult[]): PassResult {
  const result: PassResult = { codes: [], unread: [] }
  for (const { isValid, text, contentType, position } of results) {
    const corners: Corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]
    if (isValid) result.codes.push(classifyCode(text, contentType !== 'UnknownECI', corners))
    else result.unread.push(corners)
  }
  return result
}
