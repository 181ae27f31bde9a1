import { CameraImpl } from 'html5-qrcode/esm/camera/core-impl.js'
import type { Camera, RenderedCamera } from 'html5-qrcode/esm/camera/core.js'
import { type CameraFault, faultOf, isUnsatisfiable } from './cameraFault.ts'
import { featuresOf, focusContinuously, type RunningCamera } from './cameraFeatures.ts'

/** How long a granted camera may take until its first frame, in milliseconds. */
const firstFrameTimeoutMs = 8000
/** A busy camera is requested once more after this delay, because phones release it slowly. In milliseconds. */
const busyRetryDelayMs = 600

/** The outcome of starting the camera. superseded: it was stopped, or started again, in the meantime. */
export type CameraStart =
  | { kind: 'running'; camera: RunningCamera }
  | { kind: 'failed'; fault: CameraFault }
  | { kind: 'superseded' }

interface Open {
  rendered: RenderedCamera
  host: VideoHost
  ended: AbortController
}

/**
 * The device's camera, by html5-qrcode's camera class. Starts and stops run in one queue, because overlapping ones
 * leave cameras on or fail ("already under transition"). A superseded start releases the camera at once.
 */
export class ScannerCamera {
  readonly #place: HTMLElement
  readonly #onEnded: () => void
  #queue: Promise<unknown> = Promise.resolve()
  #orders = 0
  /** Ends the wait for the first frame. */
  #begin: (shown: boolean) => void = () => undefined
  #open: Open | null = null

  /**
   * @param place the element that its video is put into
   * @param onEnded called when the system takes the running camera away
   */
  constructor(place: HTMLElement, onEnded: () => void) {
    this.#place = place
    this.#onEnded = onEnded
  }

  /**
   * Starts the camera; restarts it if it is running. Never throws.
   *
   * @param deviceId the camera that was chosen before; if it is gone, the one that faces away from the member is used
   */
  start(deviceId: string | null): Promise<CameraStart> {
    const order = this.#supersede()
    return this.#enqueue(async () => {
      await this.#close()
      if (order !== this.#orders) return { kind: 'superseded' }
      const start = await this.#tryTwice(deviceId, () => order === this.#orders)
      if (order === this.#orders) return start
      await this.#close()
      return { kind: 'superseded' }
    })
  }

  /** Releases the camera. Never throws. */
  stop(): Promise<void> {
    this.#supersede()
    return this.#enqueue(() => this.#close())
  }

  /** Switches the lamp. @returns whether it is on now */
  async setTorch(on: boolean): Promise<boolean> {
    const torch = this.#open?.rendered.getCapabilities().torchFeature()
    if (!torch?.isSupported()) return false
    try {
      await torch.apply(on)
      return on
    } catch {
      return torch.value() ?? false
    }
  }

  /** Zooms. @returns the current zoom, or null if the camera has none */
  async setZoom(value: number): Promise<number | null> {
    const zoom = this.#open?.rendered.getCapabilities().zoomFeature()
    if (!zoom?.isSupported()) return null
    try {
      await zoom.apply(Math.max(zoom.min(), Math.min(zoom.max(), value)))
    } catch {
      return zoom.value()
    }
    return zoom.value() ?? value
  }

  /** Supersedes earlier requests. @returns the number of the new one */
  #supersede(): number {
    this.#begin(false)
    return ++this.#orders
  }

  #enqueue<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(job)
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #tryTwice(deviceId: string | null, isWanted: () => boolean): Promise<CameraStart> {
    const first = await this.#try(deviceId, isWanted)
    if (first.kind !== 'failed' || first.fault !== 'busy' || !isWanted()) return first
    await new Promise((resolve) => setTimeout(resolve, busyRetryDelayMs))
    return isWanted() ? await this.#try(deviceId, isWanted) : { kind: 'superseded' }
  }

  async #try(deviceId: string | null, isWanted: () => boolean): Promise<CameraStart> {
    try {
      return await this.#show(await requestCamera(deviceId), isWanted)
    } catch (error) {
      await this.#close()
      const hasCameras = 'mediaDevices' in navigator
      return { kind: 'failed', fault: faultOf(error, { isSecureContext, hasCameras }) }
    }
  }

  async #show(camera: Camera, isWanted: () => boolean): Promise<CameraStart> {
    const host = createVideoHost(this.#place)
    const ended = new AbortController()
    const begun = new Promise<boolean>((resolve) => {
      this.#begin = resolve
    })
    const timer = setTimeout(() => this.#begin(false), firstFrameTimeoutMs)
    const rendered = await camera.render(host.element, {}, { onRenderSurfaceReady: () => this.#begin(true) })
    const video = rendered.getSurface()
    resetVideo(video)
    // The member may have left the scanner during the permission prompt: the camera is released before its first frame.
    if (!isWanted()) this.#begin(false)
    const track = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0] : undefined
    this.#open = { rendered, host, ended }
    track?.addEventListener('ended', this.#onEnded, { signal: ended.signal })
    const shown = await begun
    clearTimeout(timer)
    if (!track || !shown) {
      await this.#close()
      return { kind: 'failed', fault: 'silent' }
    }
    await focusContinuously(track)
    return { kind: 'running', camera: featuresOf(rendered, video, track) }
  }

  async #close(): Promise<void> {
    const open = this.#open
    this.#open = null
    if (!open) return
    open.ended.abort()
    try {
      await open.rendered.close()
    } finally {
      open.host.remove()
    }
  }
}

/** Sharp enough for a small code across a table, and available on every phone's camera at 25 frames a second. */
const sharp = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } }

/**
 * Requests the camera that was chosen before, else one that faces away, else any; each time with fewer constraints.
 *
 * @throws what `getUserMedia` rejects with
 */
async function requestCamera(deviceId: string | null): Promise<Camera> {
  const attempts: MediaTrackConstraints[] = [
    { facingMode: { ideal: 'environment' }, ...sharp },
    { facingMode: { ideal: 'environment' } },
  ]
  if (deviceId !== null) attempts.unshift({ deviceId: { exact: deviceId }, ...sharp })
  for (const constraints of attempts) {
    try {
      return await CameraImpl.create(constraints)
    } catch (error) {
      if (!isUnsatisfiable(error)) throw error
    }
  }
  return await CameraImpl.create({})
}

/**
 * The element that html5-qrcode puts its video into. The library starts the video without handling the promise, so
 * leaving the scanner before the first frame would be an unhandled rejection, and it throws strings from the video's
 * event handlers, which nothing can catch. The host intercepts the video before the library starts it.
 */
interface VideoHost {
  element: HTMLElement
  /** Removes the host and its video from the page. */
  remove: () => void
}

/** Adds a host to a place in the page. */
function createVideoHost(place: HTMLElement): VideoHost {
  const element = document.createElement('div')
  element.append = (...nodes) => {
    for (const node of nodes) if (node instanceof HTMLVideoElement) handlePlayRejection(node)
    Element.prototype.append.apply(element, nodes)
  }
  place.append(element)
  return { element, remove: () => element.remove() }
}

function handlePlayRejection(video: HTMLVideoElement): void {
  const play = video.play.bind(video)
  // A video that does not start shows no frame, which the wait for the first frame notices.
  video.play = () => play().catch(() => undefined)
}

/** Removes the throwing handlers and the fixed width that html5-qrcode has set on the video. */
function resetVideo(video: HTMLVideoElement): void {
  for (const handler of ['onabort', 'onerror'] as const) video[handler] = null
  video.style.removeProperty('width')
}
