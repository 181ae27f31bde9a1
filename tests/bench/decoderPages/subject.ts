/** The interface of both pages: the product's decoder and camera, and html5-qrcode in its default setup. */
export interface Subject {
  /** Reads a photograph. */
  readPhoto: (photo: Blob) => Promise<string[]>
  /** Starts the camera; reports the first code that it reads. */
  startCamera: (place: HTMLElement, onCode: () => void) => Promise<void>
}

/** The result of one photograph. `took` is the time from the file to its text, in milliseconds. */
export interface PhotoRead {
  texts: string[]
  took: number
}

/**
 * The result of one scan, in milliseconds; `decoded` is from the first frame to the first code, or null if none was
 * read.
 */
export interface CameraScan {
  decoded: number | null
  longestTask: number
}

export interface Bench {
  readPhoto: (url: string) => Promise<PhotoRead>
  scan: (timeoutMs: number) => Promise<CameraScan>
}

declare global {
  interface Window {
    bench: Bench
  }
}

function place(): HTMLElement {
  const element = document.querySelector<HTMLElement>('#reader')
  if (!element) throw new Error('The page has no place for the camera.')
  return element
}

async function readPhoto({ readPhoto: read }: Subject, url: string): Promise<PhotoRead> {
  const photo = await (await fetch(url)).blob()
  const started = performance.now()
  const texts = await read(photo)
  return { texts, took: performance.now() - started }
}

async function scan({ startCamera }: Subject, timeoutMs: number): Promise<CameraScan> {
  let longestTask = 0
  const note = (tasks: PerformanceEntryList) => {
    for (const { duration } of tasks) longestTask = Math.max(longestTask, duration)
  }
  const tasks = new PerformanceObserver((list) => note(list.getEntries()))
  tasks.observe({ type: 'longtask' })
  const playing = new Promise<number>((resolve) => {
    // Media events do not bubble, but they can be captured.
    document.addEventListener('playing', () => resolve(performance.now()), { capture: true, once: true })
  })
  const decoded = new Promise<number>((resolve) => {
    void startCamera(place(), () => resolve(performance.now()))
  })
  const firstFrame = await playing
  const timeout = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), timeoutMs)
  })
  const end = await Promise.race([decoded, timeout])
  // The decoding task has to end first: only then is it reported among the long tasks.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  note(tasks.takeRecords())
  tasks.disconnect()
  return { decoded: end === null ? null : end - firstFrame, longestTask }
}

/** Exposes the subject to the benchmark that opened this page. */
export function offer(subject: Subject): void {
  window.bench = { readPhoto: (url) => readPhoto(subject, url), scan: (timeoutMs) => scan(subject, timeoutMs) }
}
