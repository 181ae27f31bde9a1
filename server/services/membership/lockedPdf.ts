import { Worker } from 'node:worker_threads'
import { createWorkQueue } from '#server/queues/workQueue.ts'

/** How long reading a PDF may take, in milliseconds. */
const readingTimeoutMs = 10_000
/** What the objects of a PDF that is read may use, in megabytes. */
const readingMegabytes = 256
/**
 * By how much the process may grow meanwhile, in bytes. What a thread decompresses does not count towards its own limit: a crafted PDF of
 * 4 MB becomes gigabytes.
 */
const maxGrowth = 512 * 1024 * 1024
const growthCheckMs = 50

/** One at a time, so that the growth is that of one. Each waits for at most as many as the uploads let in. */
const inTurn = createWorkQueue({ running: 1, waiting: 100 }, () => new Error('Too many PDFs wait to be read'))

/**
 * Whether a PDF opens only with a password. One that only forbids printing or copying opens without. A PDF that cannot be read counts as one
 * that opens: people look at it.
 */
export async function isLockedPdf(pdf: Uint8Array): Promise<boolean> {
  // What reads PDFs is large, and loads only for one that is encrypted.
  const isEncrypted = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).includes('/Encrypt')
  return isEncrypted && inTurn(() => readInThread(pdf))
}

async function readInThread(pdf: Uint8Array): Promise<boolean> {
  const before = process.memoryUsage.rss()
  const thread = new Worker(new URL('lockedPdfThread.ts', import.meta.url), {
    workerData: pdf,
    resourceLimits: { maxOldGenerationSizeMb: readingMegabytes },
  })
  const answer = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => answer.resolve(false), readingTimeoutMs)
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > maxGrowth) answer.resolve(false)
  }, growthCheckMs)
  thread.on('message', (isLocked) => answer.resolve(isLocked === true))
  thread.on('error', () => answer.resolve(false))
  thread.on('exit', () => answer.resolve(false))
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    await thread.terminate()
  }
}
