import JsBarcode from 'jsbarcode'
import QRCode from 'qrcode'
import * as v from 'valibot'
import type { Codes, CodeDrawing } from './codeDrawing.ts'

const Encoded = v.object({ encodings: v.array(v.object({ data: v.pipe(v.string(), v.regex(/^[01]+$/)) })) })

/** Draws a text as a QR code and a barcode. Throws if it has characters that Code 128 lacks. */
export function drawCodes(text: string): Codes {
  return { qr: drawQr(text), bar: drawBars(text) }
}

function drawQr(text: string): CodeDrawing {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from(data.subarray(row * size, (row + 1) * size), Boolean),
  )
  return { width: size, height: size, path: rows.map((modules, y) => darkRuns(modules, y)).join('') }
}

function drawBars(text: string): CodeDrawing {
  const target = {}
  let isValid = true
  JsBarcode(target, text, { format: 'CODE128', valid: (valid) => (isValid = valid) })
  if (!isValid) throw new Error('Code 128 cannot hold this text')
  const modules = Array.from(
    v
      .parse(Encoded, target)
      .encodings.map(({ data }) => data)
      .join(''),
    (bit) => bit === '1',
  )
  return { width: modules.length, height: 1, path: darkRuns(modules, 0) }
}

/** One row of modules: a rectangle for each run of dark ones. */
function darkRuns(modules: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < modules.length; x++) {
    if (modules[x] !== true) continue
    const start = x
    while (modules[x + 1] === true) x++
    const width = x + 1 - start
    path += `M${start} ${y}h${width}v1h-${width}z`
  }
  return path
}
