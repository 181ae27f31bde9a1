import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest, sendAndLeave, statusOfBytes } from '#tests/support/rawRequest.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

let server: RunningServer
let assets: string[]

beforeAll(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'info' } })
  assets = await readdir('dist/assets')
})

afterAll(() => server.stop())

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(server.port, path, headers, method)

const browser = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const page = /<div id="root"/

function assetEnding(end: string): string {
  const found = assets.find((name) => name.endsWith(end))
  if (found === undefined) throw new Error(`The build has no asset ending in ${end}`)
  return `/assets/${found}`
}

const statusOf = (first: string, ...headers: string[]) =>
  statusOfBytes(server.port, [first, ...headers, 'Connection: close', '', ''].join('\r\n'))

describe('the Host header', () => {
  test.each(['', 'a b', '[', '[::1', 'host:port', 'a@b', 'a/b', 'a?b', 'a,b', '%00', '999.1.1.1'])(
    'that is malformed is refused: %j',
    async (host) => {
      for (const path of ['/', '/livez', '/identity/auth', '/api/club-bravo/static-contents'])
        expect(await statusOf(`GET ${path} HTTP/1.1`, `Host: ${host}`)).toBe('HTTP/1.1 400 Bad Request')
    },
  )

  test('that is given twice is refused', async () => {
    expect(await statusOf('GET / HTTP/1.1', 'Host: localhost', 'Host: elsewhere')).toBe('HTTP/1.1 400 Bad Request')
  })

  test.each(['OPTIONS *', 'GET *', 'GET http://', 'GET http://[', 'GET http://a b/', 'GET ftp://localhost/', 'GET x'])(
    'goes with an address: %s is refused',
    async (start) => {
      expect(await statusOf(`${start} HTTP/1.1`, 'Host: localhost')).toBe('HTTP/1.1 400 Bad Request')
    },
  )

  test.each([
    ['GET /\\evil.example', 'localhost'],
    ['GET /..\\..\\package.json', 'localhost'],
    ['GET /api\\?q', 'localhost'],
    ['GET /../package.json', 'localhost'],
    ['GET /assets/../../package.json', 'localhost'],
    ['GET /%2e%2E/package.json', 'localhost'],
    ['GET /api/x/..', 'localhost'],
    ['POST /api/x/../staff/members', 'localhost'],
    ['GET /en/./faq?q', 'localhost'],
    ['POST /identity/\\token', 'localhost'],
    ['GET http://localhost/\\evil.example', 'localhost'],
    ['GET /', '0X7F.1'],
    ['GET /', '[0:0:0:0:0:0:0:1]'],
  ])('and the address are written in one way only: %s to %s is refused, which is no error', async (start, host) => {
    expect(await statusOf(`${start} HTTP/1.1`, `Host: ${host}`)).toBe('HTTP/1.1 400 Bad Request')
    expect(server.output()).not.toContain('could not be answered')
  })

  test('leaves a query as it is', async () => {
    expect(await statusOf('GET /?q=a\\b HTTP/1.1', 'Host: localhost')).toBe('HTTP/1.1 200 OK')
    expect(await statusOf('GET /?q=/../b HTTP/1.1', 'Host: localhost')).toBe('HTTP/1.1 200 OK')
  })

  test('that is missing is refused, but for a health check by HTTP/1.0', async () => {
    expect(await statusOf('GET / HTTP/1.1')).toBe('HTTP/1.1 400 Bad Request')
    expect(await statusOf('GET / HTTP/1.0')).toBe('HTTP/1.1 400 Bad Request')
    for (const path of ['/livez', '/readyz']) {
      expect(await statusOf(`GET ${path} HTTP/1.0`)).toBe('HTTP/1.1 200 OK')
      expect(await statusOf(`GET ${path} HTTP/1.0`, 'Host: 10.0.0.1:8080')).toBe('HTTP/1.1 200 OK')
    }
  })
})

describe('every response', () => {
  test.each([
    ['/', browser],
    ['/en/my-scans', browser],
    ['/nowhere', browser],
    ['/tc/nowhere', browser],
    ['/sw.js', {}],
    ['/manifest.tc.webmanifest', {}],
    ['/assets/missing.js', {}],
    ['/livez', {}],
    ['/readyz', {}],
    ['/mailbox', {}],
    ['/api/club-bravo/static-contents', {}],
    ['/api/club-bravo/users/me', {}],
    ['/api/nothing', {}],
    ['/identity/.well-known/openid-configuration', {}],
    ['/identity/auth', browser],
    ['/identity/interaction/unknown', browser],
    ['/identity/verify-email?token=x', browser],
    ['/identity/nothing', {}],
    ['/%00', {}],
  ])('carries the security headers: %s', async (path, headers) => {
    const answer = await ask(path, headers)
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toMatch(
      /script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/=]+')*; style-src 'self'( 'sha256-[\w+/=]+')*;/,
    )
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types club-bravo dompurify")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/)
    expect(answer.headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
    expect(answer.headers['permissions-policy']).toMatch(/^camera=\(self\),.*microphone=\(\)/)
    expect(answer.headers['strict-transport-security']).toBeUndefined()
    expect(answer.headers['x-powered-by']).toBeUndefined()
  })

  test('The picture in mails may be shown by other sites, as webmail does', async () => {
    const { headers } = await ask('/icon-192.png')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await ask('/icon.svg')).headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  test('about a person is never cached', async () => {
    for (const path of [
      '/api/club-bravo/users/me',
      '/identity/interaction/x',
      '/identity/verify-email',
      '/identity/me',
      '/mailbox',
    ]) {
      expect((await ask(path)).headers['cache-control']).toMatch(/no-store/)
    }
  })
})

test('The mailbox is shown only under the host name of the product, not to a page whose own name points here', async () => {
  expect((await ask('/mailbox')).status).toBe(200)
  expect((await ask('/mailbox', { host: `rebound.example:${server.port}` })).status).toBe(404)
})

describe('the app', () => {
  test.each(['/', '/login?code=x', '/en', '/tc/', '/sc/scan-preview?scan=1', '/index.html'])(
    'is the page at %s, revalidated each time',
    async (path) => {
      const answer = await ask(path, browser)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.body.toString()).toMatch(page)
      const again = await ask(path, { ...browser, 'if-none-match': String(answer.headers['etag']) })
      expect(again.status).toBe(304)
    },
  )

  test.each([
    '/tc/nowhere-land',
    '/en/anything/at/all',
    '/english',
    '/fr',
    '/logins',
    '/.stamp',
    '/.vite/manifest.json',
    '/package.json',
    '/server/main.ts',
  ])('responds to %s only with its own "not found" page', async (path) => {
    const answer = await ask(path, browser)
    expect(answer.status).toBe(404)
    expect(answer.body.toString()).toMatch(page)
    const program = await ask(path, { accept: 'application/json' })
    expect([program.status, program.body.toString()]).toEqual([404, 'Not found'])
  })

  test.each(['/..%2fpackage.json', '/assets/..%5c..%5cpackage.json', '//etc/passwd', '/...', '/.hidden'])(
    'allows no path outside the root: %s',
    async (path) => {
      const answer = await ask(path, { accept: '*/*' })
      expect(answer.status).toBe(404)
      expect(answer.body.toString()).not.toContain('"dependencies"')
    },
  )

  test('A script request for an address of the app does not get the page', async () => {
    const answer = await ask('/en/old-chunk.js', { accept: '*/*', 'sec-fetch-dest': 'script' })
    expect(answer.status).toBe(404)
  })

  test.each([
    ['.js', 'text/javascript; charset=utf-8'],
    ['.css', 'text/css; charset=utf-8'],
    ['.wasm', 'application/wasm'],
  ])('Assets ending in %s have their type, are compressed and cached permanently', async (end, type) => {
    const answer = await ask(assetEnding(end), { 'accept-encoding': 'gzip, br' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('Files compressed at build time are sent to every client that accepts them', async () => {
    const path = assetEnding('.js.br').replace(/\.br$/, '')
    const [plain, br, gz] = await Promise.all([
      ask(path),
      ask(path, { 'accept-encoding': 'gzip, deflate, br' }),
      ask(path, { 'accept-encoding': 'gzip' }),
    ])
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(br.body.length).toBeLessThan(gz.body.length)
    expect(gz.body.length).toBeLessThan(plain.body.length)
  })

  test('A missing asset is a 404 that is never cached', async () => {
    const answer = await ask('/assets/gone-12345678.js', { accept: '*/*' })
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBeUndefined()
  })

  test.each([
    ['/sw.js', 'text/javascript; charset=utf-8'],
    ['/manifest.tc.webmanifest', 'application/manifest+json'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
  ])('%s is revalidated each time', async (path, type) => {
    const answer = await ask(path)
    expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' })
    expect((await ask(path, { 'if-none-match': String(answer.headers['etag']) })).status).toBe(304)
  })

  test('HEAD gets a response without a body, and the app accepts no POST', async () => {
    const head = await ask('/', browser, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect((await ask('/en', browser, 'POST')).status).toBe(404)
  })

  test('The page has no embedded configuration if it equals the product’s defaults', async () => {
    expect((await ask('/', browser)).body.toString()).not.toContain('club-bravo-config')
  })
})

test('Programs find the pages, rewards and events of the season, in every language', async () => {
  const robots = (await ask('/robots.txt')).body.toString()
  expect(robots).toContain(`Sitemap: ${server.origin}/sitemap.xml`)
  const sitemap = (await ask('/sitemap.xml')).body.toString()
  const located = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  for (const path of ['/en', '/tc/faq', '/sc/reward-detail/asia-miles-conversion']) expect(located).toContain(path)
  expect(located.some((path) => path.startsWith('/en/event/'))).toBe(true)
  for (const path of located) expect((await ask(path, browser)).status).toBe(200)
})

test('An idle connection is kept longer than proxies keep theirs', async () => {
  const answer = await ask('/livez', { connection: 'keep-alive' })
  expect(answer.headers['keep-alive']).toBe('timeout=75')
})

describe('another host name of this machine', () => {
  test.each(['/', '/en/my-scans?scan=1', '/identity/auth?x=y', '//evil.example'])(
    'redirects people to the public one: %s',
    async (path) => {
      const answer = await ask(path, { ...browser, host: `127.0.0.1:${server.port}` })
      expect(answer.status).toBe(308)
      expect(answer.headers['location']).toBe(`${server.origin}${path}`)
      expect(new URL(String(answer.headers['location'])).origin).toBe(server.origin)
    },
  )

  test('serves calls, health checks and proxies without a redirect', async () => {
    const host = `127.0.0.1:${server.port}`
    for (const path of ['/livez', '/readyz']) expect((await ask(path, { ...browser, host })).status).toBe(200)
    expect((await ask('/api/club-bravo/static-contents', { host, accept: 'application/json' })).status).toBe(200)
    expect((await ask('/', { ...browser, host, 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
  })

  test('does not change the issuer of the identity provider', async () => {
    const answer = await ask('/identity/.well-known/openid-configuration', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    })
    expect(answer.body.toString()).not.toContain('evil')
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      issuer: `${server.origin}/identity`,
      token_endpoint: `${server.origin}/identity/token`,
    })
  })
})

test.each([
  ['en', 'Page not found', 'go back to Club Bravo'],
  ['zh-HK', '找不到頁面', '返回 Club Bravo'],
  ['zh-CN', '找不到页面', '返回 Club Bravo'],
])(
  'An address below the sign-in that is none is a page of the club for people, in their language: %s',
  async (language, title, lead) => {
    for (const path of ['/identity/nothing', '/identity/nothing/SECRET', '/identity/interaction']) {
      const answer = await ask(path, { ...browser, 'accept-language': language })
      expect(answer.status).toBe(404)
      expect(answer.headers['content-type']).toMatch(/^text\/html/)
      expect(answer.body.toString()).toContain(`<h1>${title}</h1>`)
      expect(answer.body.toString()).toContain(lead)
    }
    expect((await ask('/identity/nothing', { accept: 'application/json' })).body.toString()).not.toContain('<')
  },
)

test('The log records each request, without queries or sign-in identifiers', async () => {
  await ask('/login?code=SECRET-CODE&state=SECRET-STATE', browser)
  await ask('/identity/interaction/SECRET-UID/sign-in?lang=tc', browser)
  await ask('/api/club-bravo/users/me', { authorization: 'Bearer SECRET-TOKEN' })
  for (const path of ['/SECRET', '/identity/reset/SECRET', '/en/reset/SECRET', '/api/club-bravo/SECRET/points'])
    await ask(path, browser)
  await expect.poll(() => server.output()).toMatch(/GET \/api\/club-bravo\/users\/me 401 \d+ ms/)
  expect(server.output()).toMatch(/GET \/login 200 \d+ ms/)
  expect(server.output()).toMatch(/GET \/identity\/interaction\/…\/sign-in 400 \d+ ms/)
  expect(server.output()).not.toContain('SECRET')
  expect(server.output()).not.toContain('127.0.0.1')
})

test('Whoever leaves before a request is complete causes no error in the log, and nothing else but its line', async () => {
  const before = server.output().length
  const paths = [
    '/api/auth/login',
    '/api/club-bravo/scan-ticket',
    '/identity/token',
    '/identity/verify-email',
    '/t',
    '/nowhere',
  ]
  const bodies = ['Content-Length: 100\r\n\r\n{', 'Transfer-Encoding: chunked\r\n\r\n64\r\n{']
  for (const path of paths)
    for (const body of bodies)
      await sendAndLeave(server.port, `POST ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\n${body}`)
  const lines = () => server.output().slice(before).trimEnd().split('\n')
  await expect.poll(() => lines().filter((line) => / POST /.test(line)).length).toBe(paths.length * bodies.length)
  expect((await ask('/livez')).status).toBe(200)
  await expect.poll(() => lines().at(-1)).toContain('GET /livez')
  for (const line of lines()) expect(line).toMatch(/^\S+Z (POST|GET) \S+ \d+ \d+ ms(, cut off)?$/)
})

test('An answer that comes before its request is complete ends the connection, as what is left of it is no request', async () => {
  const socket = connect(server.port, '127.0.0.1')
  const head = `Host: localhost:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`
  socket.write(`POST /api/club-bravo/users/update-profile HTTP/1.1\r\n${head}${'x'.repeat(100_000)}`)
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
  socket.on('error', () => undefined)
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
})

test('Of a list that a header holds, a kilobyte counts: no request makes its answer dearer by a long one', async () => {
  const long = Array.from({ length: 2000 }, (_, at) => `x${at}`).join(', ')
  const encodingOf = async (accepted: string) =>
    (await ask('/en', { ...browser, 'accept-encoding': accepted })).headers['content-encoding']
  expect(await encodingOf(`gzip, ${long}`)).toBe('gzip')
  expect(await encodingOf(`${long}, gzip`)).toBeUndefined()
  expect((await ask('/en', { ...browser, 'accept-encoding': 'x'.repeat(2000) })).status).toBe(200)
})
