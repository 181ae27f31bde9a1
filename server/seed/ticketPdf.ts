import { create } from 'qrcode'

/** Side of the QR code on the page, in points (1/72 inch). */
const side = 170

/** The code's dark modules as PDF drawing operators: one rectangle for each run of a row. */
function drawCode(code: string, left: number, top: number): string[] {
  const { modules } = create(code, { errorCorrectionLevel: 'M' })
  const unit = side / modules.size
  const marks: string[] = []
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue
      const start = column
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1
      const box = [left + start * unit, top - (row + 1) * unit, (column + 1 - start) * unit, unit]
      marks.push(`${box.map((length) => length.toFixed(3)).join(' ')} re`)
    }
  }
  return [...marks, 'f']
}

function drawText(text: string, size: number, left: number, baseline: number): string {
  const escaped = text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')
  return `BT /F1 ${size} Tf ${left} ${baseline} Td (${escaped}) Tj ET`
}

/**
 * A ticket as outlets mail it: a PDF (1.4) of one A4 page, the QR code as vectors.
 *
 * @param lines ASCII text below the heading, a line each
 */
export function drawTicketPdf(code: string, heading: string, lines: readonly string[]): Buffer {
  const content = [
    drawText(heading, 18, 60, 760),
    ...lines.map((line, index) => drawText(line, 12, 60, 730 - index * 18)),
    ...drawCode(code, 60, 640),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}
