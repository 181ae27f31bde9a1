import type { Effort } from '#src/features/scan/capture/decoder/effort.ts'
import {
  DecodeFault,
  type CodeDetector,
  type DecodeCause,
  type DetectedCode,
} from '#src/features/scan/capture/decoder/decoder.ts'
import { scanRegion } from './region.ts'
import type { Area } from '#qr-flatten/grayscale.ts'

/** The shortest time between scans, in milliseconds: at most 25 a second (specification, section 9). */
const scanIntervalMs = 40
/** A camera without a new frame for this long has stopped, in milliseconds. */
const frameTimeoutMs = 5000
/** After so many failures in a row the decoder has failed, not a single frame. */
const maxFailures = 3

/**
 * How successive frames are read. Every fourth is read whole, for codes outside the region, and every fourth with more
 * effort, for which there is no time in each.
 */
const frameSchedule: readonly { part: 'region' | 'whole'; effort: Effort }[] = [
  { part: 'region', effort: 'quick' },
  { part: 'region', effort: 'quick' },
  { part: 'region', effort: 'thorough' },
  { part: 'whole', effort: 'glance' },
]

/** The loop's events. */
export interface LoopEvents {
  /** Codes in one frame; their corners are relative to `part`. The loop goes on when the promise settles. */
  onCodes: (codes: DetectedCode[], part: Area) => Promise<void>
  /** A frame without a code; `brightness` is its mean shade, 0 to 255. */
  onNothing: (brightness: number) => void
  /** The decoder has failed for good. The loop has ended. */
  onFault: (cause: DecodeCause) => void
  /** There was no new frame for a while. The loop has ended. */
  onFrozen: () => void
}

/**
 * Reads a video's frames, one at a time, until it is stopped.
 *
 * @returns stops it; no event follows
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
    if (!came) return events.onFrozen()
    const started = performance.now()
    try {
      await readFrame(video, detector, events, stopped, turn)
      failures = 0
    } catch (error) {
      const cause = error instanceof DecodeFault ? error.cause : 'crashed'
      const isTransient = cause === 'timeout' || cause === 'crashed'
      if (stopped.aborted) return
      if (!isTransient || ++failures === maxFailures) return events.onFault(cause)
    }
    await until(started + scanIntervalMs)
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
  const { part, effort } = frameSchedule[turn % frameSchedule.length] ?? { part: 'region', effort: 'quick' }
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0 || height === 0) return
  const area = part === 'whole' ? { x: 0, y: 0, width, height } : scanRegion(width, height)
  const codes = await detectIn(video, detector, area, effort)
  if (stopped.aborted) return
  if (codes.length > 0) await events.onCodes(codes, area)
  else events.onNothing(detector.brightness)
}

/** Frames are transferred whole: copying a part of one costs the main thread far more. */
async function detectIn(
  video: HTMLVideoElement,
  detector: CodeDetector,
  area: Area,
  effort: Effort,
): Promise<DetectedCode[]> {
  const frame = frameOf(video)
  if (frame) return await detector.detect(frame, { effort, area })
  return await detector.detect(await createImageBitmap(video, area.x, area.y, area.width, area.height), { effort })
}

/** The current frame, or null if the browser lacks VideoFrame. */
function frameOf(video: HTMLVideoElement): VideoFrame | null {
  try {
    return 'VideoFrame' in globalThis ? new VideoFrame(video) : null
  } catch {
    return null
  }
}

/** Waits for the next new frame. @returns false if there is none */
function nextFrame(video: HTMLVideoElement, stopped: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (came: boolean) => {
      clearTimeout(timer)
      cancel()
      stopped.removeEventListener('abort', giveUp)
      resolve(came)
    }
    const giveUp = () => end(false)
    const timer = setTimeout(giveUp, frameTimeoutMs)
    const cancel = onFrame(video, () => end(true))
    stopped.addEventListener('abort', giveUp)
  })
}

const hasFrameCallback = 'requestVideoFrameCallback' in HTMLVideoElement.prototype

/** Falls back to animation frames without `requestVideoFrameCallback`, as long as the video's time advances. */
function onFrame(video: HTMLVideoElement, callback: () => void): () => void {
  if (hasFrameCallback) {
    const handle = video.requestVideoFrameCallback(callback)
    return () => video.cancelVideoFrameCallback(handle)
  }
  const { currentTime } = video
  const check = () => {
    if (video.currentTime === currentTime) handle = requestAnimationFrame(check)
    else callback()
  }
  let handle = requestAnimationFrame(check)
  return () => cancelAnimationFrame(handle)
}

async function until(time: number): Promise<void> {
  const wait = time - performance.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
}
