import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { displayFace, displayFaces } from './displayFace.ts'

/** Ten packets, which a server sends before the first answer of the network, less the headers of our answers. */
const firstPackets = 14_600 - 900

test.each(Object.values(displayFaces))(
  'The committed display face is what `npm run make -- font` writes: $file',
  async (face) => {
    expect((await readFile(face.file)).equals(await displayFace(face))).toBe(true)
  },
)

test('The display face that pages preload comes with the first packets of a connection', async () => {
  expect((await readFile(displayFaces.western.file)).length).toBeLessThanOrEqual(firstPackets)
})

/** What the club itself writes: the contents of the demo season, its programme and members, and the app’s texts. */
const texts = ['server/seed/**/*.{md,json,ts}', 'src/i18n/locales/**/en.po']

test('No Latin letter of the contents falls out of the display face', async () => {
  const letters = new Set<string>()
  for await (const path of glob(texts))
    for (const letter of (await readFile(path, 'utf8')).normalize().match(/\p{Script=Latin}/gu) ?? [])
      letters.add(letter)
  expect(letters).toContain('ř')
  const { western, extended } = displayFaces
  expect([...letters].filter((letter) => !(western.characters + extended.characters).includes(letter))).toEqual([])
  // A font that lacks a letter is cut without a word.
  const sizeWith = async (characters: string) => (await displayFace({ ...extended, characters })).length
  const empty = await sizeWith('')
  const drawn = [...letters].filter((letter) => extended.characters.includes(letter))
  for (const letter of drawn) expect(await sizeWith(letter)).toBeGreaterThan(empty)
})
