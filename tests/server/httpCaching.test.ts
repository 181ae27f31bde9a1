import { readdir, readFile, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { newMember } from '#tests/support/members.ts'
import { rawRequest, type RawAnswer } from '#tests/support/rawRequest.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

let server: RunningServer
let script: string

beforeAll(async () => {
  server = await startServer()
  const assets = await readdir('dist/assets')
  const compressed = assets.find((name) => name.endsWith('.js.br')) ?? ''
  script = `/assets/${compressed.replace(/\.br$/, '')}`
})

afterAll(() => server.stop())

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(server.port, path, headers, method)

const page = { accept: 'text/html' }
const contents = '/api/club-bravo/static-contents'

const readers: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** The content of a response, independent of its encoding. */
function plain({ headers, body }: RawAnswer): string {
  return (readers[String(headers['content-encoding'])] ?? ((same) => same))(body).toString()
}

describe.each([
  ['a hashed asset', () => script, {}, 'public, max-age=31536000, immutable', 'Accept-Encoding'],
  ['a page', () => '/en/scan-intro', page, 'no-cache', 'Accept-Encoding'],
  ['the worker', () => '/sw.js', {}, 'no-cache', 'Accept-Encoding'],
  ['a public API response', () => contents, {}, 'public, max-age=0, must-revalidate', 'Accept-Encoding'],
])('%s', (_name, addressOf, headers: Record<string, string>, caching, vary) => {
  const askFor = (more: Record<string, string> = {}, method = 'GET') =>
    ask(addressOf(), { ...headers, ...more }, method)

  test('is sent in the client’s preferred encoding, with the same content in each', async () => {
    const accepted = ['', 'br', 'gzip', 'br;q=0.2, gzip;q=0.9', 'br;q=0, gzip;q=0', 'gzip;q=0, *']
    const answers = await Promise.all(accepted.map((encoding) => askFor({ 'accept-encoding': encoding })))
    const chosen = answers.map((answer) => answer.headers['content-encoding'])
    expect(chosen).toEqual([undefined, 'br', 'gzip', 'gzip', undefined, 'br'])
    expect(new Set(answers.map(plain)).size).toBe(1)
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers['vary']).toBe(vary)
      expect(answer.headers['content-length']).toBe(String(answer.body.length))
    }
    expect(answers[1]?.body.length).toBeLessThan(answers[0]?.body.length ?? 0)
  })

  test('is cached as long as allowed, and not sent again to a client that has it', async () => {
    const tags = new Set<string>()
    for (const encoding of ['', 'br', 'gzip']) {
      const first = await askFor({ 'accept-encoding': encoding })
      expect(first.headers['cache-control']).toBe(caching)
      const tag = String(first.headers['etag'])
      expect(tag).toMatch(/^"[\w-]+"$/)
      tags.add(tag)
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await askFor({ 'accept-encoding': encoding, 'if-none-match': known })
        expect([again.status, again.body.length]).toEqual([304, 0])
        expect(again.headers).toMatchObject({ etag: tag, 'cache-control': caching, vary })
      }
      expect((await askFor({ 'accept-encoding': encoding, 'if-none-match': '"other"' })).status).toBe(200)
    }
    expect(tags.size).toBe(3)
  })

  test('has its size and tag in a response without a body', async () => {
    const [got, head] = [await askFor({ 'accept-encoding': 'br' }), await askFor({ 'accept-encoding': 'br' }, 'HEAD')]
    expect([head.status, head.body.length]).toEqual([200, 0])
    for (const name of ['etag', 'content-length', 'content-encoding', 'content-type', 'cache-control', 'vary'])
      expect([name, head.headers[name]]).toEqual([name, got.headers[name]])
  })
})

describe('a list that shows a member more than a visitor', () => {
  const list = '/api/club-bravo/list-redeem-items'

  test('is cached for a visitor, and not sent again while it is unchanged', async () => {
    const first = await ask(list)
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: expect.stringContaining('Authorization'),
    })
    expect((await ask(list, { 'if-none-match': String(first.headers['etag']) })).status).toBe(304)
  })

  test('is never cached for a member, even if a visitor was there before', async () => {
    const club = await openClubDatabase(server.dataDir)
    onTestFinished(() => club.close())
    const { id: memberId } = await newMember(club.db)
    const token = await giveToken(club.db, memberId)
    const visitors = await ask(list)
    const own = await ask(list, {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'br',
      'if-none-match': String(visitors.headers['etag']),
    })
    expect([own.status, own.headers['cache-control'], own.headers['etag']]).toEqual([200, 'no-store', undefined])
    expect(own.headers['content-encoding']).toBe('br')
    expect(plain(own)).toBe(plain(visitors))
    expect(own.body.length * 3).toBeLessThan(visitors.body.length)
  })
})

test('Files compressed at build time are sent unchanged', async () => {
  const [br, gz] = [await ask(script, { 'accept-encoding': 'br' }), await ask(script, { 'accept-encoding': 'gzip' })]
  expect(br.body.equals(await readFile(`dist${script}.br`))).toBe(true)
  expect(gz.body.equals(await readFile(`dist${script}.gz`))).toBe(true)
  expect((await ask(`${script}.br`)).status).toBe(404)
})

test('Pictures are compressed already: they are sent unchanged to every client', async () => {
  const icon = await ask('/icon-192.png', { 'accept-encoding': 'gzip, br' })
  expect(icon.headers['content-encoding']).toBeUndefined()
  expect(icon.headers['vary']).toBeUndefined()
  expect(icon.headers['content-type']).toBe('image/png')
  expect(icon.body.length).toBe((await stat('dist/icon-192.png')).size)
})

test('The "not found" page is compressed, and never mistaken for the real one', async () => {
  const lost = await ask('/nowhere', { ...page, 'accept-encoding': 'br', 'if-none-match': '*' })
  expect(lost.status).toBe(404)
  expect(lost.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
  expect(lost.headers['etag']).toBeUndefined()
  expect(plain(lost)).toContain('<div id="root">')
})

/** How many bytes the headers of an answer take. */
function headersLength(headers: IncomingHttpHeaders): number {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}\r\n`)
    .join('').length
}

test('Home’s first paint needs no more than the first packets of a connection', async () => {
  for (const lang of languages) {
    const whole = await ask(`/${lang}`, { ...page, 'accept-encoding': 'br' })
    // Ten segments of 1460 bytes (RFC 6928), less 22 for each of two TLS records: what is beyond waits for a journey
    // there and back.
    const packets = whole.body.subarray(0, 14_556 - headersLength(whole.headers))
    const text = brotliDecompressSync(packets, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString()
    const [, afterHeading = ''] = text.split('</h1>')
    expect(afterHeading).toContain(`href="/${lang}/scan-intro"`)
    // What the server draws below is seen with its own style, which comes last.
    const [first = '', later = ''] = [...plain(whole).matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style)
    expect(first).not.toContain('[data-below]')
    expect(later).toContain('[data-below]')
  }
})
