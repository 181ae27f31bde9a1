/** Pictures and PDFs for tests in a browser, made from drawings. */
import type { GreyPicture } from './png.ts'

/** Draws pictures onto a white sheet, each at its position. */
export function sheet(
  width: number,
  height: number,
  parts: readonly { drawing: GreyPicture; x: number; y: number; side: number; turn?: number }[],
): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas here.')
  context.fillStyle = '#f4f1ea'
  context.fillRect(0, 0, width, height)
  for (const { drawing, x, y, side, turn = 0 } of parts) {
    context.save()
    context.translate(x + side / 2, y + side / 2)
    context.rotate((turn * Math.PI) / 180)
    context.drawImage(canvasOf(drawing), -side / 2, -side / 2, side, side)
    context.restore()
  }
  return canvas
}

/** A drawing without further marks. */
export function canvasOf({ width, height, pixels }: GreyPicture): OffscreenCanvas {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < pixels.length; at++) data.fill(pixels[at] ?? 0, at * 4, at * 4 + 3)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0)
  return canvas
}

/** The proof of the user's password in an encrypted PDF: of an unknown one, and of none. */
const passwordProofs = {
  password: 'a5'.repeat(32),
  restrictions: '0209cbc5786d9b87fa444fe0051fc1d196cfa7534ee08489116bd9311b395fbc',
}

/**
 * A PDF (1.4) of A4 pages, each with one drawing in its middle, 160 points wide; a page of null is empty.
 *
 * @param encryption it opens only with a password, or without one but forbids printing
 */
export function pdfOf(
  pages: readonly (GreyPicture | null)[],
  { encryption }: { encryption?: keyof typeof passwordProofs } = {},
): Blob {
  const objects: (string | Uint8Array)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${3 + index * 3} 0 R`).join(' ')}] >>`],
  ]
  pages.forEach((drawing, index) => {
    const at = 3 + index * 3
    const paint = drawing ? 'q 160 0 0 160 217 341 cm /Code Do Q' : ''
    const { width, height, pixels } = drawing ?? { width: 1, height: 1, pixels: new Uint8Array([255]) }
    objects.push(
      [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${at + 1} 0 R ` +
          `/Resources << /XObject << /Code ${at + 2} 0 R >> >> >>`,
      ],
      [`<< /Length ${paint.length} >>\nstream\n${paint}\nendstream`],
      [
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray ` +
          `/BitsPerComponent 8 /Length ${pixels.length} >>\nstream\n`,
        pixels,
        '\nendstream',
      ],
    )
  })
  if (encryption) {
    const owner = '5a'.repeat(32)
    objects.push([`<< /Filter /Standard /V 1 /R 2 /P -44 /O <${owner}> /U <${passwordProofs[encryption]}> >>`])
  }
  return written(objects, encryption !== undefined)
}

function written(objects: readonly (string | Uint8Array)[][], encrypted: boolean): Blob {
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : new Uint8Array(part)
    parts.push(bytes)
    length += bytes.length
  }
  write('%PDF-1.4\n')
  const offsets = objects.map((object, index) => {
    const offset = length
    write(`${index + 1} 0 obj\n`)
    object.forEach(write)
    write('\nendobj\n')
    return offset
  })
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`)
  const lock = encrypted ? `/Encrypt ${objects.length} 0 R /ID [<00> <00>] ` : ''
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${lock}>>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
