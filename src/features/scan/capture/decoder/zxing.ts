import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'
import type { Corners } from '#qr-flatten/cornerGeometry.ts'
import { classifyCode, type Code } from './code.ts'
import type { UnreadCode } from '#qr-flatten/flatten.ts'
import { toRgba, type Grayscale } from '#qr-flatten/grayscale.ts'

/**
 * The binarisation threshold: from each pixel's neighbours (uneven light), from the histogram (grain, low contrast), or
 * half of white, for a drawing of black and white.
 */
export type Threshold = 'neighbours' | 'histogram' | 'half'

const binarizers = { neighbours: 'LocalAverage', histogram: 'GlobalHistogram', half: 'FixedThreshold' } as const

/** The result of one pass over a picture: the codes that were read, and those that were seen but could not be. */
export interface PassResult {
  codes: Code[]
  unread: UnreadCode[]
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
    const isPhotograph = threshold !== 'half'
    const results = await readBarcodes(asImageData(picture), {
      // No micro QR codes: no outlet prints them, and noise is mistaken for them. Model 1 is the older square code.
      formats: ['QRCodeModel1', 'QRCodeModel2'],
      binarizer: binarizers[threshold],
      textMode: 'Plain',
      returnErrors: true,
      tryHarder: true,
      tryRotate: isPhotograph,
      tryInvert: isPhotograph,
      tryDownscale: isPhotograph,
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
  for (const { isValid, text, contentType, position, symbol, isInverted } of results) {
    const corners: Corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]
    if (isValid) result.codes.push(classifyCode(text, contentType !== 'UnknownECI', corners))
    else result.unread.push({ corners, size: symbol.width, isInverted })
  }
  return result
}
