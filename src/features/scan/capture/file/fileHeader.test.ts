import { expect, test } from 'vitest'
import { readHeader } from './fileHeader.ts'

const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)))
const big = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

test('The size of a PNG is read from its header', () => {
  const file = bytes([0x89], 'PNG\r\n', [0x1a], '\n', big(13), 'IHDR', big(4032), big(3024), [8, 2, 0, 0, 0])
  expect(readHeader(file)).toEqual({ kind: 'png', size: { width: 4032, height: 3024 } })
})

test('The size of a JPEG is read behind the camera’s metadata, and tables are not mistaken for it', () => {
  const notes = [0xff, 0xe1, 0x01, 0x00, ...Array.from({ length: 0xfe }, () => 0xc0)]
  const tables = [0xff, 0xc4, 0x00, 0x04, 0xff, 0xc0]
  const frame = [0xff, 0xc2, 0x00, 0x11, 8, 0x17, 0xa0, 0x1f, 0x80, 3]
  const file = bytes([0xff, 0xd8], notes, [0xff], tables, frame)
  expect(readHeader(file)).toEqual({ kind: 'jpeg', size: { width: 8064, height: 6048 } })
})

test('A JPEG whose size is beyond the bytes read is still recognised as a JPEG', () => {
  expect(readHeader(bytes([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0, 0]))).toEqual({ kind: 'jpeg', size: null })
})

test('The size of each form of WebP is read', () => {
  const riff = ['RIFF', big(0), 'WEBP'] as const
  const extended = bytes(...riff, 'VP8X', big(0), big(0), [0xbf, 0x0f, 0, 0xcf, 0x0b, 0])
  expect(readHeader(extended)).toEqual({ kind: 'webp', size: { width: 4032, height: 3024 } })
  const lossy = bytes(...riff, 'VP8 ', big(0), [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01])
  expect(readHeader(lossy)).toEqual({ kind: 'webp', size: { width: 640, height: 480 } })
  const bits = (639 | (479 << 14)) >>> 0
  const lossless = bytes(...riff, 'VP8L', big(0), [0x2f], big(bits).toReversed(), [0, 0, 0, 0, 0])
  expect(readHeader(lossless)).toEqual({ kind: 'webp', size: { width: 640, height: 480 } })
})

test('The size of a HEIC is that of the image, not of one of its tiles', () => {
  const item = (width: number, height: number) => bytes(big(20), 'ispe', big(0), big(width), big(height))
  const file = bytes(
    big(24),
    'ftypheic',
    big(0),
    'mif1heic',
    [...item(512, 512)],
    [...item(4032, 3024)],
    [...item(320, 240)],
  )
  expect(readHeader(file)).toEqual({ kind: 'heif', size: { width: 4032, height: 3024 } })
})

test('A PDF is recognised even if other bytes precede its signature', () => {
  expect(readHeader(bytes('%PDF-1.7\n')).kind).toBe('pdf')
  expect(readHeader(bytes('\n\n   %PDF-1.4\n')).kind).toBe('pdf')
})

test('Any other file is of an unknown type, even a very short one', () => {
  for (const file of [
    '',
    'GIF89a',
    '<svg>',
    '<!doctype html><title>ticket.jpg</title>',
    'PK\u0003\u0004',
    'RIFF1234WAVE',
  ]) {
    expect(readHeader(bytes(file))).toEqual({ kind: 'other', size: null })
  }
  expect(readHeader(bytes([0x89], 'PNG\r\n', [0x1a], '\n'))).toEqual({ kind: 'png', size: null })
  expect(readHeader(bytes('RIFF', big(0), 'WEBP'))).toEqual({ kind: 'webp', size: null })
})
