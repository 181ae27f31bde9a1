import type { Care } from '#src/features/scan/capture/decoder/readPasses.ts'
import {
  DecodeFault,
  type CodeDetector,
  type DecodeCause,
  type DetectedCode,
} from '#src/features/scan/capture/decoder/decoder.ts'
import { scanRegion } from './region.ts'
import type { Area } from '#src/features/scan/capture/decoder/grayscale.ts'

/** The least time from one scan to the next, in milliseconds: at most 25 a second (specification, section 9). */
const scanInterval = 40
/** A camera that shows no new frame for so long has stopped, in milliseconds. */
const frameTimeout = 5000
/** So many decodes that fail one after another are the decoder's end, not one bad frame's. */
const mostFailures = 3

/**
 * What the frames get in turn. Now and then one is read whole, for codes that are held outside the region, and one with more
 * care than there is time for in each.
 */
const rota: readonly { part: 'region' | 'whole'; care: Care }[] = [
  { part: 'region', care: 'quick' },
  { part: 'region', care: 'quick' },
  { part: 'region', care: 'thorough' },
  { part: 'whole', care: 'glance' },
]

/** What the loop sees. It goes on when the returned promise settles. */
export interface LoopEvents {
  /** Codes in one frame; `part` is where in the video their corners are counted from. */
  onCodes: (codes: DetectedCode[], part: Area) => Promise<void>
  /** A frame without a code; `brightness` is its mean shade, 0 to 255. */
  onNothing: (brightness: number) => void
  /** The decoder has failed for good. The loop has ended. */
  onFault: (cause: DecodeCause) => void
  /** No frame has come for a while. The loop has ended. */
  onStill: () => void
}

/**
 * Reads a video's frames, one at a time, until it is stopped.
 *
 * @returns stops it; no event comes afterwards
 */
export function scanFrames(video: HTMLVideoElement, detector: CodeDetector, events: LoopEvents): () => void {
  const stopped = new AbortController()
  void loop(video, detector, events, stopped.signal)
  return () => stopped.abort()
}

async function loop(
  video: HTMLVideoElement,
  detector: CodeDetector,
  events: LoopEvents,
  stopped: AbortSignal,
): Promise<void> {
  let failures = 0
  for (let turn = 0; ; turn++) {
    const came = await nextFrame(video, stopped)
    if (stopped.aborted) return
    if (!came) return events.onStill()
    const started = performance.now()
    try {
      await readFrame(video, detector, events, stopped, turn)
      failures = 0
    } catch (error) {
      const cause = error instanceof DecodeFault ? error.cause : 'crashed'
      const passing = cause === 'timeout' || cause === 'crashed'
      if (stopped.aborted) return
      if (!passing || ++failures === mostFailures) return events.onFault(cause)
    }
    await until(started + scanInterval)
    if (stopped.aborted) return
  }
}

async function readFrame(
  video: HTMLVideoElement,
  detector: CodeDetector,
  events: LoopEvents,
  stopped: AbortSignal,
  turn: number,
): Promise<void> {
  const { part, care } = rota[turn % rota.length] ?? { part: 'region', care: 'quick' }
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0 || height === 0) return
  const area = part === 'whole' ? { x: 0, y: 0, width, height } : scanRegion(width, height)
  const codes = await lookAt(video, detector, area, care)
  if (stopped.aborted) return
  if (codes.length > 0) await events.onCodes(codes, area)
  else events.onNothing(detector.brightness)
}

/** A frame is handed over as the camera gave it; a copy of a part of it costs the page's main thread far more. */
async function lookAt(
  video: HTMLVideoElement,
  detector: CodeDetector,
  area: Area,
  care: Care,
): Promise<DetectedCode[]> {
  const frame = frameOf(video)
  if (frame) return await detector.detect(frame, { care, area })
  return await detector.detect(await createImageBitmap(video, area.x, area.y, area.width, area.height), { care })
}

/** The frame that is shown, or null where the browser has no such thing. */
function frameOf(video: HTMLVideoElement): VideoFrame | null {
  try {
    return 'VideoFrame' in globalThis ? new VideoFrame(video) : null
  } catch {
    return null
  }
}

/** Waits for a frame that was not shown yet. @returns false where none comes */
function nextFrame(video: HTMLVideoElement, stopped: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (came: boolean) => {
      clearTimeout(timer)
      cancel()
      stopped.removeEventListener('abort', giveUp)
      resolve(came)
    }
    const giveUp = () => end(false)
    const timer = setTimeout(giveUp, frameTimeout)
    const cancel = onFrame(video, () => end(true))
    stopped.addEventListener('abort', giveUp)
  })
}

const browserTellsFrames = 'requestVideoFrameCallback' in HTMLVideoElement.prototype

/** Where the browser does not tell of a video's frames, those of the screen are as good, as long as the video moves on. */
function onFrame(video: HTMLVideoElement, tell: () => void): () => void {
  if (browserTellsFrames) {
    const handle = video.requestVideoFrameCallback(tell)
    return () => video.cancelVideoFrameCallback(handle)
  }
  const { currentTime } = video
  const look = () => {
    if (video.currentTime === currentTime) handle = requestAnimationFrame(look)
    else tell()
  }
  let handle = requestAnimationFrame(look)
  return () => cancelAnimationFrame(handle)
}

async function until(time: number): Promise<void> {
  const wait = time - performance.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
}
