import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { answerLimit } from '#contract/errors.ts'
import { type Client, type ClientSettings, createClient } from './client.ts'

const Answer = v.object({ items: v.array(v.object({ name: v.string(), points: v.number() })) })
const look = endpoint({
  method: 'GET',
  path: '/api/{product}/look',
  access: 'public',
  request: v.object({ alias: v.string(), count: v.optional(v.number()), tag: v.optional(v.array(v.string())) }),
  answer: Answer,
})
const spend = endpoint({
  method: 'POST',
  path: '/api/{product}/spend',
  access: 'member',
  request: v.object({ item: v.string() }),
  answer: Answer,
  idempotency: 'required',
})

const right = { items: [{ name: 'Poster', points: 12 }] }

let server: Server
let answerWith: RequestListener
let seen: { request: IncomingMessage; body: string }[]
let client: Client

function clientWith(settings: Partial<ClientSettings> = {}): Client {
  const { port } = server.address() as AddressInfo
  return createClient({
    origin: `http://127.0.0.1:${port}`,
    product: 'club-bravo',
    readToken: () => Promise.resolve('secret-token'),
    ...settings,
  })
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** A member call whose answer is what the test is about. */
const ask = () => client.call(spend, { item: 'a' })

/** Holds every answer until released, and tells when `count` requests have arrived. */
function held() {
  const waiting: ServerResponse[] = []
  const arrivals = { count: Infinity, arrived: () => {} }
  answerWith = (_, response) => {
    waiting.push(response)
    if (waiting.length >= arrivals.count) arrivals.arrived()
  }
  return {
    arrival: (count: number) =>
      new Promise<void>((resolve) => {
        if (waiting.length >= count) return resolve()
        Object.assign(arrivals, { count, arrived: resolve })
      }),
    release: () => waiting.forEach((response) => json(response, 200, right)),
  }
}

beforeEach(async () => {
  seen = []
  answerWith = (_, response) => json(response, 200, right)
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ request, body: Buffer.concat(chunks).toString('utf8') })
      answerWith(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = clientWith()
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

describe('what a call sends', () => {
  it('puts the request of a GET into the query, without what is absent, a list repeated', async () => {
    expect(await client.call(look, { alias: 'a b&c', tag: ['x', 'y'] })).toEqual({ ok: true, data: right })
    expect(seen[0]?.request.url).toBe('/api/club-bravo/look?alias=a+b%26c&tag=x&tag=y')
    expect(seen[0]?.body).toBe('')
  })

  it('posts JSON with the bearer token in the header and nowhere else', async () => {
    const key = '6f1f2a3e-0000-4000-8000-000000000001'
    expect(await client.call(spend, { item: 'poster' }, { idempotencyKey: key })).toEqual({ ok: true, data: right })
    expect(seen).toHaveLength(1)
    for (const { request, body } of seen) {
      expect(request.headers).toMatchObject({
        authorization: 'Bearer secret-token',
        'idempotency-key': key,
        'content-type': 'application/json',
      })
      expect(body).toBe('{"item":"poster"}')
      expect(request.url).toBe('/api/club-bravo/spend')
    }
  })

  it('sends no token on public calls, nor where nobody is signed in or the token cannot be read', async () => {
    await client.call(look, { alias: 'a' })
    await clientWith({ readToken: () => Promise.resolve(null) }).call(spend, { item: 'a' })
    await clientWith({ readToken: () => Promise.reject(new Error('storage is blocked')) }).call(spend, { item: 'a' })
    expect(seen.map(({ request }) => request.headers.authorization)).toEqual([undefined, undefined, undefined])
  })

  it('calls with the token that it is given instead of the one it would read', async () => {
    await client.call(spend, { item: 'a' }, { token: 'other-token' })
    expect(seen[0]?.request.headers.authorization).toBe('Bearer other-token')
  })

  it('keeps member answers out of the cache and sends no cookies', async () => {
    const inits: RequestInit[] = []
    const watched = clientWith({
      fetch: (input, init = {}) => {
        inits.push(init)
        return fetch(input, init)
      },
    })
    await watched.call(spend, { item: 'a' })
    await watched.call(look, { alias: 'a' })
    expect(inits).toMatchObject([
      { cache: 'no-store', credentials: 'omit', redirect: 'error' },
      { credentials: 'omit', redirect: 'error' },
    ])
    expect(inits[1]).not.toHaveProperty('cache')
  })
})

describe('answers that cannot be used are error values', () => {
  it('HTML, as a captive portal sends', async () => {
    answerWith = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Free Wi-Fi</h1>')
    expect(await ask()).toEqual({
      ok: false,
      error: { kind: 'unreadable', status: 200, field: null, detail: 'no JSON, but text/html' },
    })
  })

  it.each(['{"items":[{"name":"Pos', '', '\u{fffd}{'])('cut JSON: %j', async (text) => {
    answerWith = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'unreadable', status: 200, field: null } })
  })

  it('bytes that are no UTF-8', async () => {
    answerWith = (_, response) => response.writeHead(200).end(Buffer.from([0x22, 0xc3, 0x28, 0x22]))
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'unreadable', detail: 'no JSON, but of no type' } })
  })

  it('a wrong type, naming the field by its dot path', async () => {
    answerWith = (_, response) => json(response, 200, { items: [right.items[0], { name: 'Mug', points: '12' }] })
    expect(await ask()).toMatchObject({
      ok: false,
      error: { kind: 'unreadable', status: 200, field: 'items.1.points' },
    })
  })

  it('JSON that is no object at all', async () => {
    answerWith = (_, response) => json(response, 200, null)
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'unreadable', field: null } })
  })

  it('10 MB, which are not read to the end', async () => {
    let written = 0
    answerWith = (_, response) => {
      const chunk = Buffer.alloc(64 * 1024, ' ')
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (written < 10 * 1024 * 1024) {
          written += chunk.byteLength
          if (!response.write(chunk)) {
            response.once('drain', more)
            return
          }
        }
        response.end()
      }
      more()
    }
    expect(await ask()).toEqual({ ok: false, error: { kind: 'too_large', status: 200 } })
    expect(written).toBeLessThan(10 * 1024 * 1024)
  })

  it('takes an answer of exactly the limit', async () => {
    const text = JSON.stringify(right).padEnd(answerLimit, ' ')
    answerWith = (_, response) => response.writeHead(200).end(text)
    expect(await ask()).toMatchObject({ ok: true })
    answerWith = (_, response) => response.writeHead(200).end(`${text} `)
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'too_large' } })
  })
})

describe('a line that fails is an error value', () => {
  it('a refused connection', async () => {
    const nobody = createServer()
    nobody.listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const { port } = nobody.address() as AddressInfo
    nobody.close()
    await once(nobody, 'close')
    expect(await clientWith({ origin: `http://127.0.0.1:${port}` }).call(look, { alias: 'a' })).toEqual({
      ok: false,
      error: { kind: 'network' },
    })
  })

  it('a reset before the answer, and in the middle of it', async () => {
    answerWith = (request) => request.socket.resetAndDestroy()
    expect(await client.call(look, { alias: 'a' })).toEqual({ ok: false, error: { kind: 'network' } })
    answerWith = (request, response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('{"items":', () => request.socket.resetAndDestroy())
    }
    expect(await client.call(look, { alias: 'a' })).toEqual({ ok: false, error: { kind: 'network' } })
  })

  it('no answer in time, and an answer that stops half way', async () => {
    answerWith = () => undefined
    expect(await client.call(look, { alias: 'a' }, { timeoutMs: 50 })).toEqual({
      ok: false,
      error: { kind: 'timeout' },
    })
    answerWith = (_, response) => void response.writeHead(200).write('{"items":')
    expect(await clientWith({ timeoutMs: 50 }).call(look, { alias: 'a' })).toEqual({
      ok: false,
      error: { kind: 'timeout' },
    })
  })

  it('a redirect, which is never followed with the token', async () => {
    answerWith = (request, response) =>
      request.url === '/elsewhere'
        ? json(response, 200, right)
        : response.writeHead(307, { location: '/elsewhere' }).end()
    expect(await client.call(spend, { item: 'a' })).toEqual({ ok: false, error: { kind: 'network' } })
    expect(seen).toHaveLength(1)
  })
})

describe('refusals', () => {
  it.each([401, 403, 409, 422, 429, 500, 503])(
    '%i brings its status and the sentences of the server',
    async (status) => {
      answerWith = (_, response) => json(response, status, { message: 'No.', errors: { item: ['item is required'] } })
      expect(await ask()).toEqual({
        ok: false,
        error: { kind: 'http', status, message: 'No.', fields: { item: ['item is required'] }, retryAfterMs: null },
      })
    },
  )

  it('a proxy’s page becomes a plain message', async () => {
    answerWith = (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    expect(await ask()).toEqual({
      ok: false,
      error: {
        kind: 'http',
        status: 502,
        message: 'The server answered with status 502.',
        fields: {},
        retryAfterMs: null,
      },
    })
  })

  it('a refusal whose body breaks off still counts', async () => {
    answerWith = (request, response) => {
      response.writeHead(401, { 'content-length': '500' })
      response.write('{"mess', () => request.socket.resetAndDestroy())
    }
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'http', status: 401 } })
  })

  it('reads Retry-After as seconds', async () => {
    answerWith = (_, response) => json(response, 429, { message: 'Slow down.' }, { 'retry-after': '120' })
    expect(await ask()).toMatchObject({ ok: false, error: { retryAfterMs: 120_000 } })
  })

  it('reads Retry-After as a date by the server’s clock, whatever this phone believes', async () => {
    answerWith = (_, response) =>
      json(
        response,
        503,
        { message: 'Closed.' },
        {
          date: 'Fri, 01 Mar 2024 10:00:00 GMT',
          'retry-after': 'Fri, 01 Mar 2024 10:01:30 GMT',
        },
      )
    expect(await ask()).toMatchObject({ ok: false, error: { retryAfterMs: 90_000 } })
  })
})

describe('lanes', () => {
  it('a newer call to the same endpoint aborts the earlier one', async () => {
    const line = held()
    const first = client.call(look, { alias: 'a' })
    await line.arrival(1)
    const second = client.call(look, { alias: 'b' })
    expect(await first).toEqual({ ok: false, error: { kind: 'aborted' } })
    await line.arrival(2)
    line.release()
    expect(await second).toEqual({ ok: true, data: right })
  })

  it('calls to different endpoints, and calls in a lane of their own, leave each other alone', async () => {
    const line = held()
    const calls = [
      client.call(look, { alias: 'a' }),
      client.call(spend, { item: 'a' }, { ownLane: true }),
      client.call(spend, { item: 'b' }, { ownLane: true }),
      client.call(spend, { item: 'c' }),
    ]
    await line.arrival(4)
    line.release()
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ ok: true, data: right })))
  })

  it('the caller can give a call up, before it begins too', async () => {
    const line = held()
    const caller = new AbortController()
    const call = client.call(look, { alias: 'a' }, { signal: caller.signal })
    await line.arrival(1)
    caller.abort()
    expect(await call).toEqual({ ok: false, error: { kind: 'aborted' } })
    expect(await client.call(look, { alias: 'a' }, { signal: caller.signal })).toEqual({
      ok: false,
      error: { kind: 'aborted' },
    })
    expect(seen).toHaveLength(1)
  })
})
