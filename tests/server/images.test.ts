import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageUrl, LocalizedImage } from '#contract/schemas/image.ts'
import { endpoints } from '#contract/index.ts'
import { currentClient, runAsClient } from '#server/gate/client.ts'
import { renderingVersion } from '#server/images/renderVariant.ts'
import { openVariantCache, type VariantCache } from '#server/images/variantCache.ts'
import { imageFiles } from '#server/http/files/imageFiles.ts'
import { drawing, importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let folder: string
let variants: VariantCache
let site: ReturnType<typeof imageFiles>

/** A picture of noise that resembles a photograph. */
function noise(width: number, height: number) {
  return sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
}

beforeAll(async () => {
  api = await testApi()
  folder = join(await mkdtemp(join(tmpdir(), 'club-bravo-images-')), 'images')
  variants = openVariantCache(api.db, folder)
  site = imageFiles(variants, 0)
  const turned = await noise(1200, 600).withExif({ IFD0: {} }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const names = ['tote', 'wide', 'small', 'turned']
  await importFiles(api.db, {
    ...validFiles(),
    'rewards/entries.json': JSON.stringify(names.map((key) => rewardEntry({ key, image: `rewards/${key}` }))),
    'rewards/en.md': rewardTexts(...names),
    'images/rewards/wide.png': await noise(1200, 400).png().toBuffer(),
    'images/rewards/small.webp': await noise(200, 100).webp().toBuffer(),
    'images/rewards/turned.jpg': turned,
  })
})
afterAll(async () => {
  await rm(join(folder, '..'), { recursive: true })
  await api.close()
})

async function pictureOf(alias: string) {
  const { body } = await api.call(endpoints.getRedeemItem, { alias })
  return v.parse(LocalizedImage, v.parse(endpoints.getRedeemItem.answer, body).rewardItem?.image).en
}

async function sizeAt(path: string) {
  const answer = await site.request(path)
  expect(answer.status).toBe(200)
  const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
  return { format, width, height, type: answer.headers.get('content-type') }
}

/** The name of the file in the folder of an address's variant. */
const cachedNameOf = (path: string) => `${renderingVersion}-${path.replace('/images/', '')}`

test('A picture is described with its own size, and exists in every listed width, as WebP and as JPEG', async () => {
  const wide = await pictureOf('wide')
  expect(wide).toMatchObject({ width: 1200, height: 400, widths: [480, 720, 1080, 1200] })
  for (const width of wide.widths) {
    const height = Math.round(width / 3)
    expect(await sizeAt(imageUrl(wide, width, 'webp'))).toEqual({ format: 'webp', width, height, type: 'image/webp' })
    expect(await sizeAt(imageUrl(wide, width, 'jpg'))).toEqual({ format: 'jpeg', width, height, type: 'image/jpeg' })
  }
})

test('A picture is never sent larger than its original size', async () => {
  const small = await pictureOf('small')
  expect(small.widths).toEqual([200])
  expect((await site.request(imageUrl(small, 480, 'webp'))).status).toBe(404)
})

test('A drawing is sharp in every width, and never sent as a drawing', async () => {
  const tote = await pictureOf('tote')
  expect(tote).toMatchObject({ width: 300, height: 200, widths: [480, 720, 1080, 1600] })
  expect(await sizeAt(imageUrl(tote, 1600, 'webp'))).toMatchObject({ width: 1600, height: 1067 })
  for (const path of [`${tote.path}.svg`, `${tote.path}-480.svg`, '/images/rewards/tote.svg', '/images/tote.svg'])
    expect((await site.request(path)).status).toBe(404)
})

test('A picture taken with a rotated camera is shown upright', async () => {
  const turned = await pictureOf('turned')
  expect(turned).toMatchObject({ width: 600, height: 1200, widths: [480, 600] })
  expect(await sizeAt(imageUrl(turned, 480, 'jpg'))).toMatchObject({ width: 480, height: 960 })
})

test('Whoever asks for one picture does not wait for all that another network asks for, nor renders it twice', async () => {
  const apart = join(folder, '../apart')
  const fresh = openVariantCache(api.db, apart)
  const files = ['tote', 'wide', 'turned'].map(async (name) => {
    const picture = await pictureOf(name)
    return picture.widths.map((width) => imageUrl(picture, width, 'webp').replace('/images/', ''))
  })
  const all = (await Promise.all(files)).flat()
  const last = all.at(-1) ?? ''
  const done: string[] = []
  const find = async (network: string, file: string) => {
    const ended = new AbortController().signal
    const bytes = await runAsClient({ network, token: null, ended }, () => fresh.find(file))
    done.push(`${network} ${bytes === null ? 'nothing' : file}`)
  }
  await Promise.all([...all.map((file) => find('greedy', file)), find('modest', last)])
  expect(done).toHaveLength(all.length + 1)
  expect(done.indexOf(`modest ${last}`)).toBeLessThanOrEqual(2)
  expect(await readdir(apart)).toHaveLength(all.length)
})

test('A picture is asked for by the network behind the proxy', async () => {
  const seen: unknown[] = []
  const find = () => {
    seen.push(currentClient())
    return Promise.resolve(null)
  }
  const socket = new Socket()
  const incoming = Object.assign(new IncomingMessage(socket), { headers: { 'x-forwarded-for': '203.0.113.7' } })
  const outgoing = new ServerResponse(incoming)
  expect((await imageFiles({ find }, 1).request('/images/a.webp', {}, { incoming, outgoing })).status).toBe(404)
  expect(seen).toEqual([{ kind: 'network', id: '203.0.113.0/24' }])
})

test('An address never changes, and may be cached permanently', async () => {
  const tote = await pictureOf('tote')
  const answer = await site.request(imageUrl(tote, 480, 'webp'))
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('Another picture under the same name has another address', async () => {
  const before = await pictureOf('tote')
  const files = { ...validFiles(), 'images/rewards/tote.svg': drawing.replace('#7a1f2b', '#2c4a63') }
  await importFiles(api.db, {
    'rewards/entries.json': JSON.stringify([rewardEntry()]),
    'rewards/en.md': rewardTexts('tote'),
    'images/rewards/tote.svg': files['images/rewards/tote.svg'],
  })
  const after = await pictureOf('tote')
  expect(after.path).not.toBe(before.path)
  expect(after.path).toMatch(/^\/images\/rewards-tote-[0-9a-f]{8}$/)
  expect((await sizeAt(imageUrl(after, 480, 'webp'))).width).toBe(480)
})

test.for([
  '/images/nothing-00000000-480.webp',
  '/images/..%2f..%2fetc%2fpasswd',
  '/images/%2e%2e%2f480.webp',
  '/images/x-0480.webp',
  '/images/x-99999999999.webp',
  '/images/x\0-480.webp',
  `/images/${'x'.repeat(5000)}-480.webp`,
  '/images/-480.webp',
])('An unknown picture address is not found: %s', async (path) => {
  const answer = await site.request(encodeURI(decodeURI(path)))
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('A size that many clients request at once is made once, and stored', async () => {
  const tote = await pictureOf('tote')
  const path = imageUrl(tote, 720, 'webp')
  const bodies = await Promise.all(
    Array.from({ length: 20 }, async () => Buffer.from(await (await site.request(path)).arrayBuffer()).toString('hex')),
  )
  expect(new Set(bodies).size).toBe(1)
  expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([])
  expect(await readdir(folder)).toContain(cachedNameOf(path))
})

test('All sizes can be made in advance, and variants of deleted pictures are removed after a day', async () => {
  const old = join(folder, 'gone-00000000-480.webp')
  const young = join(folder, 'young-00000000-480.webp')
  for (const path of [old, young]) await writeFile(path, '')
  await utimes(old, new Date(0), new Date(0))
  expect(await variants.renderAll({ pace: 0 })).toBeGreaterThan(0)
  const tote = await pictureOf('tote')
  const remaining = await readdir(folder)
  for (const width of tote.widths) expect(remaining).toContain(cachedNameOf(imageUrl(tote, width, 'jpg')))
  expect(remaining).not.toContain('gone-00000000-480.webp')
  expect(remaining).toContain('young-00000000-480.webp')
  expect(await variants.renderAll({ pace: 0 })).toBe(0)
})

test('A variant that another version of the product has rendered is not used', async () => {
  const path = imageUrl(await pictureOf('tote'), 720, 'webp')
  const sent = async () => Buffer.from(await (await site.request(path)).arrayBuffer())
  const rendered = await sent()
  await writeFile(join(folder, `${renderingVersion - 1}-${path.replace('/images/', '')}`), 'of before')
  await rm(join(folder, cachedNameOf(path)))
  expect(await sent()).toEqual(rendered)
})

test('Making the variants stops at once on abort', async () => {
  expect(
    await openVariantCache(api.db, join(folder, 'other')).renderAll({ pace: 1, signal: AbortSignal.abort() }),
  ).toBe(0)
})
