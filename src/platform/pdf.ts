import type { PDFDocumentProxy } from 'pdfjs-dist'
// The legacy build, because members' phones may have older browsers.
import { getDocument, PDFWorker, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { trustedScriptUrl } from './trustedTypes.ts'
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openJpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** How many pages are read from the start: a ticket is on the first, a family's tickets on the first few. */
const maxPdfPages = 5
/**
 * The longer side of a page as it is drawn, in pixels: about 200 dots an inch on A4, and the most that every phone can
 * draw.
 */
const drawnSides = [2400, 4000] as const
/** How long reading a PDF may take, in milliseconds. */
const pdfTimeoutMs = 30_000

/**
 * The result of reading a PDF.
 * - read: it was opened, and read as far as was wanted.
 * - locked: it needs a password.
 * - broken: not a PDF, or too damaged to render.
 * - unavailable: the worker that reads PDFs could not be fetched.
 * - timeout: rendering took too long.
 */
type PdfOutcome = 'read' | 'locked' | 'broken' | 'unavailable' | 'timeout'

/** Image decoders that the PDF worker requests by file name. */
const decoders: Record<string, string> = { 'jbig2.wasm': jbig2Url, 'openjpeg.wasm': openJpegUrl }

/** Provides only image decoders to the PDF worker. Fonts and character maps are omitted, because no text is read. */
class PdfData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = decoders[filename]
    if (url === undefined) throw new Error(`${filename} is not kept here.`)
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${filename} could not be fetched.`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}

/**
 * Renders the first pages of a PDF and passes each on as a picture; again in a larger size if the first contained no
 * code.
 *
 * @param look receives the picture of one page, which it must close, and resolves to whether it contains a code
 */
export function readPdf(file: Blob, look: (page: ImageBitmap) => Promise<boolean>): Promise<PdfOutcome> {
  return openPdf(file, (pdf) => drawPages(pdf, look))
}

/** Whether a PDF opens only with a password. One that only forbids printing or copying opens without. */
export async function isLockedPdf(file: Blob): Promise<boolean> {
  return (await openPdf(file, () => Promise.resolve())) === 'locked'
}

async function openPdf(file: Blob, read: (pdf: PDFDocumentProxy) => Promise<void>): Promise<PdfOutcome> {
  const port = new Worker(trustedScriptUrl(workerUrl), { type: 'module' })
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS })
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker,
    BinaryDataFactory: PdfData,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopped = new Promise<PdfOutcome>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), pdfTimeoutMs)
    port.addEventListener('error', (event) => {
      event.preventDefault()
      resolve('unavailable')
    })
  })
  try {
    return await Promise.race([task.promise.then(read).then(() => 'read' as const), stopped])
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken'
  } finally {
    clearTimeout(timer)
    void task.destroy().catch(() => undefined)
    port.terminate()
  }
}

async function drawPages(pdf: PDFDocumentProxy, look: (page: ImageBitmap) => Promise<boolean>): Promise<void> {
  for (const side of drawnSides) {
    let found = false
    for (let number = 1; number <= Math.min(maxPdfPages, pdf.numPages); number++) {
      found = (await look(await drawPage(pdf, number, side))) || found
    }
    if (found) return
  }
}

async function drawPage(pdf: PDFDocumentProxy, number: number, side: number): Promise<ImageBitmap> {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: side / Math.max(width, height) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  // Rendering for print does not wait for animation frames, which stop in a hidden page.
  await page.render({ canvas, viewport, intent: 'print' }).promise
  const drawing = await createImageBitmap(canvas)
  canvas.width = 0
  page.cleanup()
  return drawing
}
