import { crc32, deflateSync } from 'node:zlib'
import QRCode from 'qrcode'

/** A file as a member would select it on the phone. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The content of a QR code: text, or bytes that are not text. */
export type CodeContent = string | Uint8Array

/** Pixels per module, and the quiet zone in modules. */
const scale = 6
const quietZone = 4

interface Grid {
  size: number
  isDark: (row: number, column: number) => boolean
}

function gridOf(content: CodeContent): Grid {
  const code =
    typeof content === 'string'
      ? QRCode.create(content, { errorCorrectionLevel: 'L' })
      : QRCode.create([{ data: Buffer.from(content), mode: 'byte' }], { errorCorrectionLevel: 'L' })
  const { size } = code.modules
  return { size, isDark: (row, column) => code.modules.get(row, column) === 1 }
}

/** One picture (PNG) with the QR codes side by side, as on a family's printed tickets. */
export function pictureOf(...codes: CodeContent[]): ChosenFile {
  const grids = codes.map(gridOf)
  const rows = (Math.max(...grids.map(({ size }) => size)) + 2 * quietZone) * scale
  const widths = grids.map(({ size }) => (size + 2 * quietZone) * scale)
  const columns = widths.reduce((sum, width) => sum + width, 0)
  // Each row of a PNG begins with its filter: 0, none.
  const pixels = Buffer.alloc(rows * (columns + 1), 255)
  for (let row = 0; row < rows; row++) pixels[row * (columns + 1)] = 0
  let left = 0
  for (const [index, grid] of grids.entries()) {
    const start = left + 1
    drawInto(grid, (row, column) => {
      pixels[row * (columns + 1) + start + column] = 0
    })
    left += widths[index] ?? 0
  }
  return { name: 'tickets.png', mimeType: 'image/png', buffer: greyPng(pixels, columns, rows) }
}

function drawInto(grid: Grid, darken: (row: number, column: number) => void): void {
  const side = grid.size * scale
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const dark = grid.isDark(Math.floor(row / scale), Math.floor(column / scale))
      if (dark) darken(row + quietZone * scale, column + quietZone * scale)
    }
  }
}

/** Source: W3C PNG, third edition: 8-bit grey, one IDAT. */
function greyPng(pixels: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PDF ticket: a page for each code, drawn as black squares on A4. Source: ISO 32000-1, 7.5. */
export function pdfOf(...codes: CodeContent[]): ChosenFile {
  const pages = codes.map((code) => squares(gridOf(code)))
  const kids = pages.map((_, index) => `${3 + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + 2 * index} 0 R /Resources << >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return { name: 'ticket.pdf', mimeType: 'application/pdf', buffer: Buffer.from(file + end, 'latin1') }
}

function squares({ size, isDark }: Grid): string {
  const side = 3
  const drawn: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (isDark(row, column)) drawn.push(`${120 + column * side} ${600 - row * side} ${side} ${side} re`)
    }
  }
  return `0 g\n${drawn.join('\n')}\nf`
}
