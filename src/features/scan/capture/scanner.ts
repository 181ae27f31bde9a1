import { ScannerCamera } from '#src/features/scan/capture/camera/camera.ts'
import type { RunningCamera } from '#src/features/scan/capture/camera/cameraFeatures.ts'
import type { CameraFault } from '#src/features/scan/capture/camera/cameraFault.ts'
import type { CodeDetector, DetectedCode } from '#src/features/scan/capture/decoder/decoder.ts'
import { scanFrames } from './scanLoop.ts'
import { changeScannerSettings, readScannerSettings } from '#src/features/scan/settings/scannerSettings.ts'
import type { ScannerEvents, ScannerState } from './scannerState.ts'
import type { Area } from '#qr-flatten/grayscale.ts'

/** A text that stays in view is reported once; again after it was out of view for this long, in milliseconds. */
const outOfViewMs = 3000
/**
 * Frames darker than this (0 to 255) for `darkAfterMs` (milliseconds) count as dark; below `blackLevel` the camera may
 * be broken.
 */
const darkLevel = 24
const blackLevel = 3
const darkAfterMs = 3000

/** Faults that may be over when the member returns to the page. */
const transientFaults = new Set<CameraFault | 'decoder'>(['busy', 'lost', 'silent'])

/** The scanner without its page: camera, decoder and loop, and when each of them runs. */
export class Scanner {
  readonly #camera: ScannerCamera
  readonly #detector: CodeDetector
  readonly #events: ScannerEvents
  readonly #ended = new AbortController()
  #state: ScannerState = { kind: 'stopped' }
  #stopLoop: () => void = () => undefined
  /** When each text was last seen. */
  readonly #lastSeen = new Map<string, number>()
  #darkSince: number | null = null
  /** A camera that failed is restarted once, and again only after it has delivered a picture. */
  #mayRestart = true
  /** The zoom that was requested last. */
  #zoomWanted: number | null = null
  /** The number of active holds; scanning waits for all of them. */
  #holds = 0

  constructor(place: HTMLElement, detector: CodeDetector, events: ScannerEvents) {
    this.#camera = new ScannerCamera(place, () => this.#recover('lost'))
    this.#detector = detector
    this.#events = events
    const { signal } = this.#ended
    document.addEventListener('visibilitychange', () => this.#followVisibility(), { signal })
    addEventListener('pagehide', () => this.#leave(), { signal })
    addEventListener('pageshow', () => this.#followVisibility(), { signal })
  }

  /** Starts the camera and scans for codes. */
  async start(): Promise<void> {
    this.#stopLoop()
    if (document.visibilityState === 'hidden') return this.#change({ kind: 'away' })
    this.#change({ kind: 'starting' })
    // In parallel, so that the decoder is ready for the first frame. If it fails, decoding the first frame reports why.
    const warm = this.#detector.warmUp().catch(() => undefined)
    const start = await this.#camera.start(readScannerSettings().camera)
    if (start.kind === 'superseded') return
    // It came on after the page had gone.
    if (this.#ended.signal.aborted) return void this.#camera.stop()
    if (start.kind === 'failed') return this.#change({ kind: 'failed', fault: start.fault, cause: null })
    const { zoom } = readScannerSettings()
    if (start.camera.hasTorch) await this.followSettings()
    if (zoom !== null && start.camera.zoom) await this.#camera.setZoom(zoom)
    await warm
    if (this.#state.kind === 'starting') this.#scan(start.camera)
  }

  /** Releases the camera until the member starts it again. */
  async stop(): Promise<void> {
    this.#stopLoop()
    this.#lastSeen.clear()
    this.#change({ kind: 'stopped' })
    await this.#camera.stop()
  }

  /** Switches to another camera, and remembers it. */
  async choose(deviceId: string): Promise<void> {
    changeScannerSettings({ camera: deviceId, zoom: null, torch: false })
    await this.start()
  }

  /** Switches the torch, and remembers it. */
  async setTorch(on: boolean): Promise<void> {
    changeScannerSettings({ torch: await this.#camera.setTorch(on) })
  }

  /** Zooms, and remembers it. While the camera zooms, only the last of several requests (a dragged slider) is kept. */
  async setZoom(value: number): Promise<void> {
    const isZooming = this.#zoomWanted !== null
    this.#zoomWanted = value
    if (isZooming) return
    let zoom: number | null
    do {
      value = this.#zoomWanted
      zoom = await this.#camera.setZoom(value)
    } while (value !== this.#zoomWanted)
    this.#zoomWanted = null
    changeScannerSettings({ zoom })
  }

  /** Applies the torch setting: in hall mode the torch stays off, whatever was chosen before. */
  async followSettings(): Promise<void> {
    const { torch, hall } = readScannerSettings()
    await this.#camera.setTorch(torch && !hall)
  }

  /** Pauses scanning while `job` runs. The camera stays on. */
  async hold(job: () => Promise<void>): Promise<void> {
    this.#holds++
    this.#stopLoop()
    try {
      await job()
    } finally {
      this.#holds--
      if (!this.#ended.signal.aborted && (this.#state.kind === 'scanning' || this.#state.kind === 'taking'))
        this.#scan(this.#state.camera)
    }
  }

  /** Releases the camera for good. The detector belongs to the caller. */
  dispose(): void {
    this.#ended.abort()
    this.#stopLoop()
    void this.#camera.stop()
  }

  #change(state: ScannerState): void {
    this.#state = state
    if (!this.#ended.signal.aborted) this.#events.onState(state)
  }

  #scan(camera: RunningCamera): void {
    this.#darkSince = null
    this.#change({ kind: 'scanning', camera, dim: false })
    if (this.#holds > 0) return
    this.#stopLoop = scanFrames(camera.video, this.#detector, {
      onCodes: (codes, part) => this.#take(camera, codes, part),
      onNothing: (brightness) => this.#watchLight(camera, brightness),
      onFrozen: () => this.#recover('silent'),
      onFault: (cause) => {
        void this.#camera.stop()
        this.#change({ kind: 'failed', fault: 'decoder', cause })
      },
    })
  }

  async #take(camera: RunningCamera, codes: DetectedCode[], part: Area): Promise<void> {
    this.#mayRestart = true
    for (const { code } of codes) if (code.kind !== 'text') this.#events.onUnusable(code.kind)
    const usable = codes.filter(({ code }) => code.kind === 'text')
    const fresh = usable.filter(({ rawValue }) => !this.#isInView(rawValue))
    this.#markSeen(usable)
    if (fresh.length === 0) return
    this.#change({ kind: 'taking', camera, seen: { codes: fresh, part } })
    await this.hold(() => this.#events.onCodes(fresh.map(({ rawValue }) => rawValue)))
    this.#markSeen(fresh)
  }

  #isInView(text: string): boolean {
    return performance.now() - (this.#lastSeen.get(text) ?? -Infinity) < outOfViewMs
  }

  #markSeen(codes: readonly DetectedCode[]): void {
    for (const { rawValue } of codes) this.#lastSeen.set(rawValue, performance.now())
  }

  #watchLight(camera: RunningCamera, brightness: number): void {
    if (brightness >= darkLevel) this.#mayRestart = true
    this.#darkSince = brightness < darkLevel ? (this.#darkSince ?? performance.now()) : null
    const dim = this.#darkSince !== null && performance.now() - this.#darkSince > darkAfterMs
    // A phone that returns from the background can deliver black frames until the camera is requested again.
    if (dim && brightness < blackLevel && this.#mayRestart) return this.#recover('silent')
    if (this.#state.kind === 'scanning' && this.#state.dim !== dim) this.#change({ kind: 'scanning', camera, dim })
  }

  #recover(fault: 'lost' | 'silent'): void {
    this.#stopLoop()
    if (this.#ended.signal.aborted) return
    if (this.#mayRestart) {
      this.#mayRestart = false
      void this.start()
    } else {
      void this.#camera.stop()
      this.#change({ kind: 'failed', fault, cause: null })
    }
  }

  #followVisibility(): void {
    if (document.visibilityState === 'hidden') return this.#leave()
    const { kind } = this.#state
    if (kind !== 'away' && !(kind === 'failed' && transientFaults.has(this.#state.fault))) return
    this.#mayRestart = true
    void this.start()
  }

  #leave(): void {
    const { kind } = this.#state
    if (kind === 'stopped' || kind === 'failed' || kind === 'away') return
    this.#stopLoop()
    this.#change({ kind: 'away' })
    void this.#camera.stop()
  }
}
