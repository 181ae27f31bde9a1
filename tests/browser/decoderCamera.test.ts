import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { ScannerCamera } from '#src/features/scan/capture/camera/camera.ts'
import { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { Scanner } from '#src/features/scan/capture/scanner.ts'
import type { ScannerState } from '#src/features/scan/capture/scannerState.ts'
import { changeScannerSettings } from '#src/features/scan/settings/scannerSettings.ts'
import { openCanvasCamera, type CanvasCamera } from '#tests/support/canvasCamera.ts'
import { drawCode } from '#tests/support/scenes.ts'

function loseCamera(): void {
  film.tracks.at(-1)?.dispatchEvent(new Event('ended'))
}

let film: CanvasCamera
let place: HTMLElement
let detector: CodeDetector
let scanner: Scanner | undefined
let states: ScannerState[]
let codes: string[]
let ask: MockInstance<MediaDevices['getUserMedia']>

beforeEach(() => {
  film = openCanvasCamera()
  states = []
  codes = []
  changeScannerSettings({ camera: null, torch: false, zoom: null, hall: false })
  ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(() => Promise.resolve(film.give()))
  place = document.createElement('div')
  document.body.append(place)
  detector = new CodeDetector()
})

afterEach(() => {
  scanner?.dispose()
  scanner = undefined
  detector.close()
  film.destroy()
  place.remove()
  vi.restoreAllMocks()
})

function open(onCodes: (texts: string[]) => Promise<void> = () => Promise.resolve()): Scanner {
  scanner = new Scanner(place, detector, {
    onState: (state) => states.push(state),
    onCodes: (texts) => {
      codes.push(...texts)
      return onCodes(texts)
    },
    onUnusable: (reason) => codes.push(`(${reason})`),
  })
  return scanner
}

const kind = () => states.at(-1)?.kind
const running = () => film.running()
const videos = () => place.querySelectorAll('video').length

async function until(check: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(check()).toBe(true), { timeout: 15_000, interval: 20 })
}

test('A code in front of the camera is reported once while it stays in view', async () => {
  film.show(drawCode('FIRST'))
  await open().start()
  await until(() => codes.length > 0)
  await until(() => kind() === 'scanning')
  const frames = detector.detect.bind(detector)
  let looked = 0
  vi.spyOn(detector, 'detect').mockImplementation((...image) => {
    looked++
    return frames(...image)
  })
  await until(() => looked > 6)
  expect(codes).toEqual(['FIRST'])
  film.show(drawCode('SECOND'))
  await until(() => codes.length > 1)
  expect(codes).toEqual(['FIRST', 'SECOND'])
})

test('At most 25 frames per second are scanned, most of them two thirds of the shorter side', async () => {
  const times: number[] = []
  const areas: string[] = []
  const detect = detector.detect.bind(detector)
  vi.spyOn(detector, 'detect').mockImplementation((image, options) => {
    times.push(performance.now())
    areas.push(`${options?.area?.width} x ${options?.area?.height}`)
    return detect(image, options)
  })
  await open().start()
  await until(() => times.length > 12)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(39.5)
  expect(areas.slice(0, 4)).toEqual(['320 x 320', '320 x 320', '320 x 320', '640 x 480'])
})

test('Scanning pauses until the codes are handled', async () => {
  const dealing = Promise.withResolvers<void>()
  film.show(drawCode('ONE'))
  await open(() => dealing.promise).start()
  await until(() => codes.length === 1)
  const looks = vi.spyOn(detector, 'detect')
  film.show(drawCode('TWO'))
  expect(kind()).toBe('taking')
  expect(looks).not.toHaveBeenCalled()
  dealing.resolve()
  await until(() => codes.length === 2)
  expect(codes).toEqual(['ONE', 'TWO'])
})

test('A code that cannot be submitted is reported, and the scanner continues', async () => {
  film.show(drawCode('   '))
  await open().start()
  await until(() => codes.includes('(blank)'))
  film.show(drawCode('USABLE'))
  await until(() => codes.includes('USABLE'))
  expect(codes.at(-1)).toBe('USABLE')
})

test('The camera is released when it is stopped, and when the scanner is left', async () => {
  await open().start()
  expect(running()).toHaveLength(1)
  await scanner?.stop()
  expect(running()).toEqual([])
  expect(videos()).toBe(0)
  await scanner?.start()
  expect(running()).toHaveLength(1)
  scanner?.dispose()
  await until(() => running().length === 0)
})

test('The camera is released while the page is hidden, and restarts afterwards', async () => {
  await open().start()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await until(() => running().length === 0)
  expect(kind()).toBe('away')
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await until(() => kind() === 'scanning')
  expect(film.tracks).toHaveLength(2)
  expect(running()).toHaveLength(1)
})

test('A camera that the member has stopped stays off when the page becomes visible', async () => {
  await open().start()
  await scanner?.stop()
  document.dispatchEvent(new Event('visibilitychange'))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(kind()).toBe('stopped')
  expect(running()).toEqual([])
})

test('Starting and stopping in quick succession never leaves a camera on, nor two', async () => {
  const camera = new ScannerCamera(place, () => undefined)
  const rush = Array.from({ length: 12 }, (_, turn) => (turn % 3 === 2 ? camera.stop() : camera.start(null)))
  const last = camera.start(null)
  await Promise.all(rush)
  expect(await last).toMatchObject({ kind: 'running' })
  expect(running()).toHaveLength(1)
  expect(videos()).toBe(1)
  await camera.stop()
  expect(running()).toEqual([])
  expect(videos()).toBe(0)
})

test('A scanner that is left while the browser still asks for permission releases the camera unused', async () => {
  const permission = Promise.withResolvers<void>()
  ask.mockImplementation(() => permission.promise.then(() => film.give()))
  const starting = open().start()
  await until(() => ask.mock.calls.length === 1)
  scanner?.dispose()
  permission.resolve()
  await starting
  await until(() => film.tracks.length === 1 && running().length === 0)
  expect(videos()).toBe(0)
})

test('A camera that the system takes away is restarted once, then an error is shown', async () => {
  await open().start()
  loseCamera()
  await until(() => film.tracks.length === 2 && kind() === 'scanning')
  expect(running()).toHaveLength(1)
  // Without a frame in between, which would count as recovered.
  vi.spyOn(detector, 'brightness', 'get').mockReturnValue(0)
  loseCamera()
  await until(() => kind() === 'failed' || film.tracks.length === 3)
  loseCamera()
  await until(() => kind() === 'failed')
  expect(states.at(-1)).toMatchObject({ fault: 'lost' })
  expect(running()).toEqual([])
})

test('A camera that stays black is requested again, once', async () => {
  film.dye('#000')
  await open().start()
  await until(() => film.tracks.length === 2)
  await until(() => states.some((state) => state.kind === 'scanning' && state.dim))
  expect(film.tracks).toHaveLength(2)
})

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
] as const)('A camera refused with %s is reported as %s', async (name, fault) => {
  ask.mockImplementation(() => Promise.reject(new DOMException('', name)))
  await open().start()
  expect(states.at(-1)).toEqual({ kind: 'failed', fault, cause: null })
  expect(videos()).toBe(0)
})

test('A camera that was briefly busy is requested once more', async () => {
  ask.mockImplementationOnce(() => Promise.reject(new DOMException('', 'NotReadableError')))
  await open().start()
  expect(kind()).toBe('scanning')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('A previously chosen camera that is gone is replaced by the rear camera', async () => {
  changeScannerSettings({ camera: 'gone' })
  ask.mockImplementationOnce(() => Promise.reject(new DOMException('', 'OverconstrainedError')))
  await open().start()
  expect(kind()).toBe('scanning')
  expect(ask.mock.calls.map(([options]) => options?.video)).toMatchObject([
    { deviceId: { exact: 'gone' } },
    { facingMode: { ideal: 'environment' } },
  ])
})

test('A decoder that fails to load is reported as such, and the camera is released', async () => {
  detector.close()
  await open().start()
  await until(() => kind() === 'failed')
  expect(states.at(-1)).toEqual({ kind: 'failed', fault: 'decoder', cause: 'closed' })
  await until(() => running().length === 0)
})
