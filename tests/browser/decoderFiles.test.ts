import { afterAll, beforeAll, expect, test } from 'vitest'
import { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { readFile } from '#src/features/scan/capture/file/readFile.ts'
import { maxFileBytes } from '#src/outbox/receivedFiles.ts'
import { drawCode } from '#tests/support/scenes.ts'
import { canvasOf, pdfOf, sheet } from '#tests/support/ticketDocuments.ts'

const ticket = `eyJhbGciOiJFZERTQSJ9.${'Q2x1YiBCcmF2bw'.repeat(6)}.${'c2lnbmF0dXJl'.repeat(7)}`

let detector: CodeDetector

beforeAll(() => {
  // What is read is tested here, not how long it takes beside other tests.
  detector = new CodeDetector({ timeoutMs: 60_000 })
})

afterAll(() => detector.close())

test.each(['image/png', 'image/jpeg', 'image/webp'])('A ticket picture as %s is read', async (type) => {
  const canvas = sheet(1600, 1200, [{ drawing: drawCode(ticket), x: 500, y: 300, side: 420, turn: 12 }])
  const file = await canvas.convertToBlob({ type, quality: 0.8 })
  expect(file.type).toBe(type)
  expect(await readFile(file, detector)).toEqual({ kind: 'codes', codes: [ticket], unusable: [] })
})

test('A photograph of 12 megapixels is read', async () => {
  const code = { drawing: drawCode(ticket), x: 2600, y: 1900, side: 300 }
  const twelve = await sheet(4032, 3024, [code]).convertToBlob({ type: 'image/jpeg' })
  expect(await readFile(twelve, detector)).toMatchObject({ kind: 'codes', codes: [ticket] })
})

test('A photograph of 48 megapixels is scaled down first', async () => {
  const code = { drawing: drawCode(ticket), x: 2600, y: 1900, side: 900 }
  const fortyEight = await sheet(8064, 6048, [code]).convertToBlob({ type: 'image/jpeg' })
  expect(await readFile(fortyEight, detector)).toMatchObject({ kind: 'codes', codes: [ticket] })
})

test('Each of a family’s tickets in one picture is read once, and unusable codes are reported', async () => {
  const texts = ['F12', 'F13', 'F14', 'F13']
  const parts = texts.map((text, at) => ({
    drawing: drawCode(`${ticket}${text}`),
    x: 80 + at * 480,
    y: 100,
    side: 400,
  }))
  const long = { drawing: drawCode('x'.repeat(2300)), x: 80, y: 600, side: 1100 }
  const file = await sheet(2100, 1800, [...parts, long]).convertToBlob({ type: 'image/png' })
  const reading = await readFile(file, detector)
  expect(reading).toMatchObject({ kind: 'codes', unusable: ['too_long'] })
  expect('codes' in reading && reading.codes.toSorted()).toEqual(['F12', 'F13', 'F14'].map((text) => ticket + text))
})

test('A picture with only unusable codes gives the reason', async () => {
  const file = await canvasOf(drawCode('x'.repeat(2300))).convertToBlob()
  expect(await readFile(file, detector)).toEqual({ kind: 'unusable', unusable: ['too_long'] })
})

test('A picture without a code is reported as such', async () => {
  const file = await sheet(800, 600, []).convertToBlob()
  expect(await readFile(file, detector)).toEqual({ kind: 'none' })
})

test('The type of a file is detected from its bytes, independent of its name and type', async () => {
  const png = await canvasOf(drawCode(ticket)).convertToBlob({ type: 'image/png' })
  const mislabelled = new File([png], 'ticket.pdf', { type: 'application/pdf' })
  expect(await readFile(mislabelled, detector)).toMatchObject({ kind: 'codes', codes: [ticket] })
  const page = ['<!doctype html><title>Sign in to the network</title>']
  expect(await readFile(new File(page, 'ticket.jpg', { type: 'image/jpeg' }), detector)).toEqual({ kind: 'broken' })
  const unsupported = { kind: 'unsupported', heif: false }
  expect(await readFile(new File(page, 'ticket.html', { type: 'text/html' }), detector)).toEqual(unsupported)
})

test('A HEIC that this browser cannot open is reported as HEIC', async () => {
  const file = new Blob([Uint8Array.of(0, 0, 0, 24), 'ftypheic', Uint8Array.of(0, 0, 0, 0), 'mif1heic'])
  expect(await readFile(file, detector)).toEqual({ kind: 'unsupported', heif: true })
})

test('Damaged, empty and oversized files are distinguished', async () => {
  const png = await canvasOf(drawCode(ticket)).convertToBlob({ type: 'image/png' })
  expect(await readFile(png.slice(0, 60), detector)).toEqual({ kind: 'broken' })
  expect(await readFile(new Blob([]), detector)).toEqual({ kind: 'broken' })
  const large = new Blob([png, new Uint8Array(maxFileBytes)])
  expect(await readFile(large, detector)).toEqual({ kind: 'too_large' })
  const bomb = new Uint8Array(await png.arrayBuffer())
  new DataView(bomb.buffer).setUint32(16, 30_000)
  new DataView(bomb.buffer).setUint32(20, 30_000)
  expect(await readFile(new Blob([bomb]), detector)).toEqual({ kind: 'too_large' })
})

test('Tickets on the first pages of a PDF are read', async () => {
  const pages = [null, drawCode(`${ticket}1`), drawCode(`${ticket}2`)]
  const reading = await readFile(pdfOf(pages), detector)
  expect(reading).toEqual({ kind: 'codes', codes: [`${ticket}1`, `${ticket}2`], unusable: [] })
})

test('A PDF with a password, a damaged one and one without a code are distinguished', async () => {
  expect(await readFile(pdfOf([drawCode(ticket)], { encryption: 'password' }), detector)).toEqual({ kind: 'locked' })
  expect(await readFile(new Blob(['%PDF-1.7\nnothing of a PDF follows']), detector)).toEqual({ kind: 'broken' })
  expect(await readFile(pdfOf([null]), detector)).toEqual({ kind: 'none' })
})

test('If the detector fails, the file is not blamed', async () => {
  const closed = new CodeDetector()
  closed.close()
  const png = await canvasOf(drawCode(ticket)).convertToBlob()
  expect(await readFile(png, closed)).toEqual({ kind: 'failed', cause: 'closed' })
})
