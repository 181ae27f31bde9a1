import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { displayFace, displayFaceFile } from './displayFace.ts'

/** Ten packets, which a server sends before the first answer of the network, less the headers of our answers. */
const firstPackets = 14_600 - 900

test('The committed display face is what `npm run make -- font` writes, and comes with the first packets of a connection', async () => {
  const committed = await readFile(displayFaceFile)
  expect(committed.equals(await displayFace())).toBe(true)
  expect(committed.length).toBeLessThanOrEqual(firstPackets)
})
