import type { Camera, RenderedCamera } from 'html5-qrcode/esm/camera/core.js'
import { faultOf, type CameraFault } from './cameraFault.ts'
import { featuresOf, focusContinuously, type RunningCamera } from './cameraFeatures.ts'
import { requestCamera } from './cameraRequest.ts'
import { openStage, settle, type Stage } from './videoHost.ts'

/** How long a camera may take from being given to its first frame, in milliseconds. */
const firstFrameTimeout = 8000
/** A camera that was busy is asked for once more after this, in milliseconds: phones let go of it slowly. */
const busyPause = 600

/**
 * What came of starting the camera. superseded: it was told to stop, or to start anew, in the meantime.
 */
export type CameraStart =
  { kind: 'running'; camera: RunningCamera } | { kind: 'failed'; fault: CameraFault } | { kind: 'superseded' }

interface Open {
  rendered: RenderedCamera
  stage: Stage
  ended: AbortController
}

/**
 * The device's camera, by html5-qrcode's camera class. Starting and stopping are put in one queue, as overlapping ones leave
 * cameras on or fail ("already under transition"); a start that is no longer wanted lets go at once.
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
   * @param place where its video is put
   * @param onEnded called when the system takes the running camera away
   */
  constructor(place: HTMLElement, onEnded: () => void) {
    this.#place = place
    this.#onEnded = onEnded
  }

  /**
   * Starts the camera, anew where it runs. Never throws.
   *
   * @param deviceId the camera that was chosen before; where it is gone, the one that faces away from the member is taken
   */
  start(deviceId: string | null): Promise<CameraStart> {
    const order = this.#supersede()
    return this.#inTurn(async () => {
      await this.#close()
      if (order !== this.#orders) return { kind: 'superseded' }
      const start = await this.#tryTwice(deviceId, () => order === this.#orders)
      if (order === this.#orders) return start
      await this.#close()
      return { kind: 'superseded' }
    })
  }

  /** Lets go of the camera. Never throws. */
  stop(): Promise<void> {
    this.#supersede()
    return this.#inTurn(() => this.#close())
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

  /** Zooms. @returns the zoom that it has now, or null where it has none */
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

  /** Whatever was asked before is no longer wanted. @returns the number of the order that is */
  #supersede(): number {
    this.#begin(false)
    return ++this.#orders
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(job)
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #tryTwice(deviceId: string | null, isWanted: () => boolean): Promise<CameraStart> {
    const first = await this.#try(deviceId, isWanted)
    if (first.kind !== 'failed' || first.fault !== 'busy' || !isWanted()) return first
    await new Promise((resolve) => setTimeout(resolve, busyPause))
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
    const stage = openStage(this.#place)
    const ended = new AbortController()
    const begun = new Promise<boolean>((resolve) => {
      this.#begin = resolve
    })
    const timer = setTimeout(() => this.#begin(false), firstFrameTimeout)
    const rendered = await camera.render(stage.element, {}, { onRenderSurfaceReady: () => this.#begin(true) })
    const video = rendered.getSurface()
    settle(video)
    // While the member was asked, the scanner may have been left: the camera is given back before its first frame.
    if (!isWanted()) this.#begin(false)
    const track = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0] : undefined
    this.#open = { rendered, stage, ended }
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
      open.stage.strike()
    }
  }
}
