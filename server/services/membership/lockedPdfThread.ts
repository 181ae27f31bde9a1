import { parentPort, workerData } from 'node:worker_threads'
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as v from 'valibot'

/** Runs as a thread of its own (`lockedPdf.ts`), which reads the PDF in `workerData` and posts whether it opens only with a password. */
async function isLocked(): Promise<boolean> {
  const data = v.parse(v.instance(Uint8Array), workerData)
  try {
    await getDocument({ data: new Uint8Array(data), verbosity: VerbosityLevel.ERRORS }).promise
    return false
  } catch (error) {
    return error instanceof PasswordException
  }
}

parentPort?.postMessage(await isLocked())
