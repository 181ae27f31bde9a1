import * as v from 'valibot'
import { trustedScriptUrl } from '#src/platform/trustedTypes.ts'
import type { Effort } from './effort.ts'
import type { Corners } from '#qr-flatten/cornerGeometry.ts'
import type { Code } from './code.ts'
import workerUrl from './decode.worker.ts?worker&url'
import { isTransferableImage, Reply, type TransferableImage, type Reading, type Request } from './workerMessages.ts'
import type { Area } from '#qr-flatten/grayscale.ts'

/**
 * How long the decode of one picture, however large, may take before its worker is ended, in milliseconds
 * (specification section 9).
 */
const decodeTimeoutMs = 10_000
/** How long a worker may take to fetch and start its WebAssembly, in milliseconds. */
const startTimeoutMs = 30_000

/**
 * Why nothing was decoded.
 * - unsupported: this browser lacks workers, WebAssembly or a canvas off the screen.
 * - unavailable: the worker or its WebAssembly could not be fetched or started.
 * - timeout: the decode took too long.
 * - crashed: the decoder failed on this picture.
 * - closed: the detector is closed.
 */
export type DecodeCause = 'unsupported' | 'unavailable' | 'timeout' | 'crashed' | 'closed'

export class DecodeFault extends Error {
  override readonly name = 'DecodeFault'
  override readonly cause: DecodeCause

  constructor(cause: DecodeCause, detail = '') {
    super(`No code could be looked for (${cause}). ${detail}`)
    this.cause = cause
  }
}

/** A code in the shape of the Barcode Detection API. Source: WICG Shape Detection API, `DetectedBarcode`. */
export interface DetectedCode {
  boundingBox: DOMRectReadOnly
  cornerPoints: Corners
  format: 'qr_code'
  /** The code's text; empty if it holds none. */
  rawValue: string
  /** The product's classification, which that API does not have. */
  code: Code
}

interface Pending {
  resolve: (reading: Reading) => void
  reject: (fault: DecodeFault) => void
}

/**
 * A `BarcodeDetector` for QR codes, on ZXing-C++ in a worker. One decode at a time: a second waits for the first. A
 * worker that hangs or dies is replaced at the next decode.
 */
export class CodeDetector {
  readonly #timeoutMs: number
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #started: Promise<Worker> | undefined
  /** Rejects `#started` while the worker is not ready. */
  #abandonStart: (fault: DecodeFault) => void = () => undefined
  #queue: Promise<unknown> = Promise.resolve()
  #lastId = 0
  #brightness = 255
  #closed = false

  /** @param timeoutMs how long a decode may take, in milliseconds */
  constructor({ timeoutMs = decodeTimeoutMs }: { timeoutMs?: number } = {}) {
    this.#timeoutMs = timeoutMs
  }

  static getSupportedFormats(): Promise<['qr_code']> {
    return Promise.resolve(['qr_code'])
  }

  /** How bright the last image was: its mean shade, 0 (black) to 255 (white). */
  get brightness(): number {
    return this.#brightness
  }

  /**
   * Fetches and starts the worker before the first image needs it. @throws DecodeFault unsupported, unavailable, closed
   */
  async warmUp(): Promise<void> {
    await this.#start()
  }

  /**
   * Finds the codes in an image. A bitmap or a video frame is consumed: it cannot be used afterwards.
   *
   * @param options.effort how much effort to spend
   * @param options.area the part of it to read; the codes' corners are relative to it
   * @throws DecodeFault; DOMException if the image cannot be drawn
   */
  async detect(image: ImageBitmapSource, options: { effort?: Effort; area?: Area } = {}): Promise<DetectedCode[]> {
    const { effort = 'everywhere', area = null } = options
    const transferable = isTransferableImage(image) ? image : await createImageBitmap(image)
    const reading = this.#queue.then(() => this.#read(transferable, effort, area)).finally(() => transferable.close())
    this.#queue = reading.catch(() => undefined)
    const { codes, brightness } = await reading
    this.#brightness = brightness
    return codes.map(detected)
  }

  /** Ends the worker. Decodes that wait reject with `closed`. */
  close(): void {
    this.#closed = true
    this.#drop(new DecodeFault('closed'))
  }

  async #read(image: TransferableImage, effort: Effort, area: Area | null): Promise<Reading> {
    const worker = await this.#start()
    const id = ++this.#lastId
    const timer = setTimeout(() => this.#drop(new DecodeFault('timeout')), this.#timeoutMs)
    try {
      return await new Promise<Reading>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject })
        worker.postMessage({ id, effort, image, area } satisfies Request, [image])
      })
    } finally {
      clearTimeout(timer)
      this.#pending.delete(id)
    }
  }

  async #start(): Promise<Worker> {
    if (this.#closed) throw new DecodeFault('closed')
    if (!isSupported()) throw new DecodeFault('unsupported')
    this.#started ??= this.#open()
    return await this.#started
  }

  #open(): Promise<Worker> {
    const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' })
    this.#worker = worker
    const timer = setTimeout(
      () => this.#drop(new DecodeFault('unavailable', 'It did not start in time.')),
      startTimeoutMs,
    )
    const started = new Promise<Worker>((resolve, reject) => {
      this.#abandonStart = reject
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        this.#drop(new DecodeFault('unavailable', event.message))
      })
      worker.addEventListener('message', (event: MessageEvent<unknown>) => {
        const reply = v.safeParse(Reply, event.data)
        if (!reply.success) return
        if (reply.output.kind === 'ready') resolve(worker)
        else this.#settle(reply.output)
      })
    })
    return started.finally(() => clearTimeout(timer))
  }

  #settle(reply: Exclude<Reply, { kind: 'ready' }>): void {
    if (reply.kind === 'broken') return this.#drop(new DecodeFault('unavailable', reply.detail))
    const pending = this.#pending.get(reply.id)
    if (reply.kind === 'read') pending?.resolve(reply.reading)
    else pending?.reject(new DecodeFault('crashed', reply.detail))
  }

  /** Ends the worker and every decode that waits for it; the next decode starts another. */
  #drop(fault: DecodeFault): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#started = undefined
    this.#abandonStart(fault)
    for (const { reject } of this.#pending.values()) reject(fault)
  }
}

function isSupported(): boolean {
  return 'Worker' in globalThis && 'OffscreenCanvas' in globalThis && 'WebAssembly' in globalThis
}

function detected(code: Code): DetectedCode {
  const across = code.corners.map(({ x }) => x)
  const down = code.corners.map(({ y }) => y)
  const [x, y] = [Math.min(...across), Math.min(...down)]
  return {
    boundingBox: new DOMRectReadOnly(x, y, Math.max(...across) - x, Math.max(...down) - y),
    cornerPoints: code.corners,
    format: 'qr_code',
    rawValue: 'text' in code ? code.text : '',
    code,
  }
}
