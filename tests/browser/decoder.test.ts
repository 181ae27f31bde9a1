import QRCode from 'qrcode'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CodeDetector, DecodeFault } from '#src/features/scan/capture/decoder/decoder.ts'
import type { GreyPicture } from '#tests/support/png.ts'
import { drawBentTicket } from '#tests/support/bentTickets.ts'
import { canvasOf, sheet } from '#tests/support/ticketDocuments.ts'
import { drawCode, drawModules, drawScene, frameOf, scenes, seeded, type Scene } from '#tests/support/scenes.ts'

const ticket = `eyJhbGciOiJFZERTQSJ9.${'Q2x1YiBCcmF2bw'.repeat(6)}.${'c2lnbmF0dXJl'.repeat(7)}`

let detector: CodeDetector

beforeAll(() => {
  // What is read is tested here, not how long it takes beside other tests.
  detector = new CodeDetector({ timeoutMs: 60_000 })
})

afterAll(() => detector.close())

function frame(scene: Scene, width: number, height: number): ImageBitmap {
  const still = drawScene(drawCode(ticket), scenes[scene], width, height)
  return canvasOf(frameOf(still, scenes[scene].noise, seeded(3))).transferToImageBitmap()
}

async function kinds(drawing: GreyPicture): Promise<string[]> {
  return (await detector.detect(canvasOf(drawing))).map(({ code }) => code.kind)
}

const bytesCode = (bytes: readonly number[]) =>
  drawModules(QRCode.create([{ data: new Uint8ClampedArray(bytes), mode: 'byte' }], {}).modules)

test.each([
  ['clean', 1280, 720],
  ['turned', 1280, 720],
  ['blurred', 1280, 720],
  ['dim', 1280, 720],
  ['far', 1280, 720],
  ['degraded', 1280, 720],
  ['far', 1920, 1080],
] as const)('A ticket in a %s frame of %i x %i is read', async (scene, width, height) => {
  const found = await detector.detect(frame(scene, width, height), { effort: 'thorough' })
  expect(found.map(({ rawValue }) => rawValue)).toEqual([ticket])
})

test.each([
  ['rolled', 13],
  ['crumpled', 1],
] as const)('A %s ticket in a photograph is read', async (bend, seed) => {
  expect(await detector.detect(canvasOf(drawBentTicket(ticket, bend, seed)))).toMatchObject([{ rawValue: ticket }])
})

test('The result has the shape of a DetectedBarcode', async () => {
  const [found] = await detector.detect(sheet(600, 400, [{ drawing: drawCode('A12'), x: 200, y: 100, side: 200 }]))
  expect(found).toMatchObject({ format: 'qr_code', rawValue: 'A12' })
  expect(found?.cornerPoints).toHaveLength(4)
  const { x = 0, y = 0, width = 0, height = 0 } = found?.boundingBox ?? {}
  expect(x).toBeGreaterThan(200)
  expect(y).toBeGreaterThan(100)
  expect(x + width).toBeLessThan(400)
  expect(y + height).toBeLessThan(300)
  expect(await CodeDetector.getSupportedFormats()).toEqual(['qr_code'])
})

test('Every code in a picture is read, at any rotation', async () => {
  const parts = ['A1', 'A2', 'A3', 'A4'].map((text, index) => ({
    drawing: drawCode(`${ticket}.${text}`),
    x: 120 + (index % 2) * 700,
    y: 120 + Math.floor(index / 2) * 700,
    side: 420,
    turn: index * 17,
  }))
  const found = await detector.detect(sheet(1500, 1500, parts))
  expect(found.map(({ rawValue }) => rawValue.slice(-2)).toSorted()).toEqual(['A1', 'A2', 'A3', 'A4'])
})

test('A small code in the corner of 12 megapixels is read, and so is one that fills the picture', async () => {
  const corner = { drawing: drawCode(ticket), x: 3700, y: 2720, side: 230 }
  expect(await detector.detect(sheet(4032, 3024, [corner]))).toMatchObject([{ rawValue: ticket }])
  const large = { drawing: drawCode(ticket), x: 700, y: 200, side: 2600 }
  expect(await detector.detect(sheet(4032, 3024, [large]))).toMatchObject([{ rawValue: ticket }])
})

test('A camera frame is read unscaled, and only a region of it if requested', async () => {
  const parts = ['LEFT', 'RIGHT'].map((text, at) => ({ drawing: drawCode(text), x: 100 + at * 600, y: 160, side: 300 }))
  const picture = () => new VideoFrame(sheet(1100, 620, parts), { timestamp: 0 })
  expect((await detector.detect(picture())).map(({ rawValue }) => rawValue).toSorted()).toEqual(['LEFT', 'RIGHT'])
  const area = { x: 600, y: 100, width: 480, height: 480 }
  const [right, ...others] = await detector.detect(picture(), { effort: 'quick', area })
  expect(others).toEqual([])
  expect(right?.rawValue).toBe('RIGHT')
  expect(right?.boundingBox.x).toBeCloseTo(100 + 300 * (4 / 29), -1)

  const shades = frameOf(drawScene(drawCode(ticket), scenes.turned, 640, 480), 2, seeded(5)).pixels
  const planes = new Uint8Array(640 * 480 * 1.5).fill(128)
  planes.set(shades)
  const format = { format: 'I420', codedWidth: 640, codedHeight: 480, timestamp: 0 } as const
  const region = { x: 80, y: 40, width: 480, height: 400 }
  for (const options of [{ effort: 'quick' as const }, { effort: 'quick' as const, area: region }]) {
    expect(await detector.detect(new VideoFrame(planes, format), options)).toMatchObject([{ rawValue: ticket }])
  }
})

test('Emoji and Chinese characters are decoded unchanged', async () => {
  const text = '管弦樂團 🎻🎼 ❤️'
  expect(await detector.detect(canvasOf(drawCode(text)))).toMatchObject([{ rawValue: text }])
})

test('A code that is too long, one of bytes, one of white space and one with control characters are distinguished', async () => {
  expect(await kinds(drawCode('x'.repeat(2300)))).toEqual(['too_long'])
  expect(await kinds(bytesCode([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff]))).toEqual(['binary'])
  expect(await kinds(drawCode('   '))).toEqual(['blank'])
  expect(await kinds(bytesCode([]))).toEqual([])
  expect(await detector.detect(canvasOf(drawCode('CB-1\u0007\u0000')))).toMatchObject([
    { code: { kind: 'text', text: 'CB-1\u0007\u0000' } },
  ])
})

test('An empty picture has no codes, and its brightness is reported', async () => {
  const dark = new OffscreenCanvas(400, 300)
  dark.getContext('2d', { alpha: false })?.fillRect(0, 0, 400, 300)
  expect(await detector.detect(dark, { effort: 'quick' })).toEqual([])
  expect(detector.brightness).toBe(0)
  await detector.detect(sheet(400, 300, []), { effort: 'quick' })
  expect(detector.brightness).toBeGreaterThan(200)
})

test('Pictures that look like codes but are none give no text', async () => {
  const random = seeded(21)
  const modules = QRCode.create(ticket, { errorCorrectionLevel: 'L' }).modules
  modules.data.set(modules.data.map((dark, at) => (modules.reservedBit[at] === 1 ? dark : Math.round(random()))))
  expect(await detector.detect(canvasOf(drawModules(modules)))).toEqual([])
  const pixels = Uint8Array.from({ length: 640 * 640 }, (_, at) => ((at >> 3) % 2 === (at >> 12) % 2 ? 20 : 230))
  expect(await detector.detect(canvasOf({ width: 640, height: 640, pixels }))).toEqual([])
})

test('Images requested together are read one after another', async () => {
  const found = await Promise.all(
    ['one', 'two', 'three'].map((text) => detector.detect(canvasOf(drawCode(text)), { effort: 'quick' })),
  )
  expect(found.map(([code]) => code?.rawValue)).toEqual(['one', 'two', 'three'])
})

test('A decode that takes too long is aborted, and another worker reads the next image', async () => {
  const shortTimeout = new CodeDetector({ timeoutMs: 1 })
  await shortTimeout.warmUp()
  const slow = shortTimeout.detect(sheet(4032, 3024, [{ drawing: drawCode(ticket), x: 0, y: 0, side: 300 }]))
  await expect(slow).rejects.toMatchObject({ name: 'DecodeFault', cause: 'timeout' })
  shortTimeout.close()

  const longTimeout = new CodeDetector({ timeoutMs: 30_000 })
  expect(await longTimeout.detect(canvasOf(drawCode('after')), { effort: 'quick' })).toMatchObject([
    { rawValue: 'after' },
  ])
  longTimeout.close()
})

test('Without another limit, a decode is aborted after ten seconds', async () => {
  const patient = new CodeDetector()
  await patient.warmUp()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let cause: unknown = 'none yet'
    const decode = patient.detect(sheet(4032, 3024, [{ drawing: drawCode(ticket), x: 0, y: 0, side: 300 }]))
    const settled = decode.catch((error: unknown) => {
      cause = error
    })
    await vi.advanceTimersByTimeAsync(9999)
    expect(cause).toBe('none yet')
    await vi.advanceTimersByTimeAsync(1)
    await settled
    expect(cause).toMatchObject({ name: 'DecodeFault', cause: 'timeout' })
  } finally {
    vi.useRealTimers()
    patient.close()
  }
})

test('A large picture has one time-out for all of its tiles', async () => {
  const picture = sheet(4032, 3024, [{ drawing: drawCode(ticket), x: 2000, y: 1500, side: 300 }])
  await detector.detect(picture)
  const durations: number[] = []
  for (let time = 0; time < 3; time += 1) {
    const started = performance.now()
    await detector.detect(picture)
    durations.push(performance.now() - started)
  }

  // Of the fastest: on a busy machine, any of them may take several times as long.
  const shortTimeout = new CodeDetector({ timeoutMs: Math.min(...durations) / 3 })
  await shortTimeout.warmUp()
  await expect(shortTimeout.detect(picture)).rejects.toMatchObject({ name: 'DecodeFault', cause: 'timeout' })
  shortTimeout.close()
})

test('A closed detector reports that at once, also to a caller that waits for its start', async () => {
  const closing = new CodeDetector()
  const waiting = closing.detect(canvasOf(drawCode('never')), { effort: 'quick' })
  closing.close()
  await expect(waiting).rejects.toBeInstanceOf(DecodeFault)
  await expect(closing.warmUp()).rejects.toMatchObject({ cause: 'closed' })
})
