import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist'
// The build for browsers that are not the newest, which members' phones are.
import { getDocument, PDFWorker, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { trustedScriptUrl } from '#src/platform/trustedTypes.ts'
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openJpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** So many pages from the start are looked at: a ticket is on the first, a family's on the first few. */
export const pagesRead = 5
/** The longer side of a page as it is drawn, in pixels: about 200 dots an inch on A4, and the most that every phone can draw. */
const drawnSides = [2400, 4000] as const
/** A PDF that takes longer is given up, in milliseconds. */
const pdfTimeoutMs = 30_000

/**
 * What became of a PDF.
 * - read: its first pages were drawn and handed over.
 * - locked: it wants a password.
 * - broken: it is no PDF, or damaged beyond drawing.
 * - unavailable: the worker that reads PDFs could not be fetched.
 * - timeout: drawing took too long.
 */
export type PdfOutcome = 'read' | 'locked' | 'broken' | 'unavailable' | 'timeout'

/** Image decoders that the PDF worker asks for by file name. */
const decoders: Record<string, string> = { 'jbig2.wasm': jbig2Url, 'openjpeg.wasm': openJpegUrl }

/** Fetches what the PDF worker asks for: image decoders alone. Fonts and character maps are left out, as no text is read. */
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
 * Draws the first pages of a PDF and hands each over as a picture, larger a second time where the first held nothing.
 *
 * @param look takes the drawing of one page (which is its own to close) and tells whether there was a code
 */
export async function readPdf(file: Blob, look: (page: ImageBitmap) => Promise<boolean>): Promise<PdfOutcome> {
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
    return await Promise.race([drawPages(task, look), stopped])
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken'
  } finally {
    clearTimeout(timer)
    void task.destroy().catch(() => undefined)
    port.terminate()
  }
}

async function drawPages(
  task: PDFDocumentLoadingTask,
  look: (page: ImageBitmap) => Promise<boolean>,
): Promise<PdfOutcome> {
  const pdf = await task.promise
  for (const side of drawnSides) {
    let found = false
    for (let number = 1; number <= Math.min(pagesRead, pdf.numPages); number++) {
      found = (await look(await drawPage(pdf, number, side))) || found
    }
    if (found) break
  }
  return 'read'
}

async function drawPage(pdf: PDFDocumentProxy, number: number, side: number): Promise<ImageBitmap> {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: side / Math.max(width, height) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  // As for printing: drawn in one go, without waiting for the screen's frames, which stop in a page that is not seen.
  await page.render({ canvas, viewport, intent: 'print' }).promise
  const drawing = await createImageBitmap(canvas)
  canvas.width = 0
  page.cleanup()
  return drawing
}
