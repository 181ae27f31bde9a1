import { Worker } from 'node:worker_threads'

/** How long reading a PDF may take, in milliseconds. */
const readingMs = 10_000
/** What reading a PDF may use, in megabytes: a crafted one takes no more of the server. */
const readingMegabytes = 256

/**
 * Whether a PDF opens only with a password. One that only forbids printing or copying opens without. A PDF that cannot be read counts as one
 * that opens: people look at it.
 */
export async function isLockedPdf(pdf: Uint8Array): Promise<boolean> {
  // What reads PDFs is large, and loads only for one that is encrypted.
  if (!Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).includes('/Encrypt')) return false
  const thread = new Worker(new URL('lockedPdfThread.ts', import.meta.url), {
    workerData: pdf,
    resourceLimits: { maxOldGenerationSizeMb: readingMegabytes },
  })
  const answer = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => answer.resolve(false), readingMs)
  thread.on('message', (isLocked) => answer.resolve(isLocked === true))
  thread.on('error', () => answer.resolve(false))
  thread.on('exit', () => answer.resolve(false))
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
