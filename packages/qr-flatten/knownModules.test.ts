import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { alignmentCentres, knownModules, versionOf } from './knownModules.ts'

test('In codes of every version, each known module is as dark or light as it is known to be', () => {
  for (let version = 1; version <= 40; version++) {
    const { size, data, reservedBit } = QRCode.create('CB', { version }).modules
    const known = knownModules(version)
    expect(known).toHaveLength(size * size)
    const wrong = [...known].filter((expected, at) => expected !== 0 && (data[at] === 1) !== (expected === 1))
    expect(wrong).toEqual([])
    // Not known are the modules of its content, and those of its format and version.
    const reserved = reservedBit.filter((bit) => bit === 1).length
    const facts = version < 7 ? 31 : 31 + 36
    expect(known.filter((expected) => expected !== 0)).toHaveLength(reserved - facts)
  }
})

test('A code has as many alignment patterns as its version says', () => {
  expect([1, 2, 6, 7, 13, 14, 32, 40].map((version) => alignmentCentres(version).length)).toEqual([
    0, 1, 1, 6, 6, 13, 33, 46,
  ])
})

test('Only sizes of existing versions have a version', () => {
  expect([17, 20, 21, 25, 61, 62, 177, 181].map(versionOf)).toEqual([null, null, 1, 2, 11, null, 40, null])
})
