import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
// The frame may start no worker: with the worker's own module here, it reads the PDF itself.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openJpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'

/** How many pages of a student card are drawn. */
const mostPages = 4

/** Image decoders, which the frame cannot fetch. */
const decoders: Record<string, string> = { 'jbig2.wasm': jbig2, 'openjpeg.wasm': openJpeg }

class PdfData {
  fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const base64 = decoders[filename]?.split(',')[1]
    if (base64 === undefined) return Promise.reject(new Error(`${filename} is not kept here.`))
    return Promise.resolve(Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0))
  }
}

const tell = (word: string | number) => parent.postMessage(word, '*')

async function drawPage(pdf: PDFDocumentProxy, number: number): Promise<void> {
  const page = await pdf.getPage(number)
  const { width } = page.getViewport({ scale: 1 })
  // Sharp also where it is shown three times as large.
  const viewport = page.getViewport({ scale: 2400 / width })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  Object.assign(canvas.style, { display: 'block', width: '100%', height: 'auto' })
  document.body.append(canvas)
  await page.render({ canvas, viewport, intent: 'print' }).promise
}

async function draw(bytes: ArrayBuffer): Promise<void> {
  const { promise } = getDocument({
    data: new Uint8Array(bytes),
    BinaryDataFactory: PdfData,
    verbosity: VerbosityLevel.ERRORS,
  })
  const pdf = await promise
  for (let number = 1; number <= Math.min(mostPages, pdf.numPages); number += 1) await drawPage(pdf, number)
}

addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
  if (source === parent && data instanceof ArrayBuffer) draw(data).catch(() => tell('broken'))
})
addEventListener('DOMContentLoaded', () => {
  Object.assign(document.body.style, { margin: '0', overflow: 'hidden' })
  new ResizeObserver(() => tell(document.body.scrollHeight)).observe(document.body)
  tell('ready')
})
