import JsBarcode from 'jsbarcode'
import QRCode from 'qrcode'
import * as v from 'valibot'
import type { CardCodes, CodeDrawing } from './codeDrawing.ts'

const Encoded = v.object({ encodings: v.array(v.object({ data: v.pipe(v.string(), v.regex(/^[01]+$/)) })) })

/** Draws a member number. Throws if it has characters that Code 128 lacks. */
export function drawCardCodes(memberNo: string): CardCodes {
  return { qr: drawQr(memberNo), bar: drawBars(memberNo) }
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
