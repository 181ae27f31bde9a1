import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, look, openShop, portOf, right, type Shop, spend } from '#tests/api/shop.ts'

let shop: Shop

beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

describe('the request of a call', () => {
  it('sends the parameters of a GET in the query, omits absent ones and repeats lists', async () => {
    expect(await shop.client.call(look, { alias: 'a b&c', tag: ['x', 'y'] })).toEqual({ ok: true, data: right })
    expect(shop.seen[0]?.request.url).toBe('/api/club-bravo/look?alias=a+b%26c&tag=x&tag=y')
    expect(shop.seen[0]?.body).toBe('')
  })

  it('posts JSON with the bearer token only in the header', async () => {
    const key = '6f1f2a3e-0000-4000-8000-000000000001'
    expect(await shop.client.call(spend, { item: 'poster' }, { idempotencyKey: key })).toEqual({
      ok: true,
      data: right,
    })
    expect(shop.seen).toHaveLength(1)
    for (const { request, body } of shop.seen) {
      expect(request.headers).toMatchObject({
        authorization: 'Bearer secret-token',
        'idempotency-key': key,
        'content-type': 'application/json',
      })
      expect(body).toBe('{"item":"poster"}')
      expect(request.url).toBe('/api/club-bravo/spend')
    }
  })

  it('sends no token on public calls, nor if no member is signed in or the token cannot be read', async () => {
    await shop.client.call(look, { alias: 'a' })
    await shop.clientWith({ readToken: () => Promise.resolve(null) }).call(spend, { item: 'a' })
    await shop
      .clientWith({ readToken: () => Promise.reject(new Error('storage is blocked')) })
      .call(spend, { item: 'a' })
    expect(shop.seen.map(({ request }) => request.headers.authorization)).toEqual([undefined, undefined, undefined])
  })

  it('uses a given token instead of the stored one', async () => {
    await shop.client.call(spend, { item: 'a' }, { token: 'other-token' })
    expect(shop.seen[0]?.request.headers.authorization).toBe('Bearer other-token')
  })

  it('keeps member responses out of the HTTP cache and sends no cookies', async () => {
    const inits: RequestInit[] = []
    const watched = shop.clientWith({
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

describe('a network failure is an error value', () => {
  it('a refused connection', async () => {
    const closedServer = createServer()
    closedServer.listen(0, '127.0.0.1')
    await once(closedServer, 'listening')
    const port = portOf(closedServer)
    closedServer.close()
    await once(closedServer, 'close')
    expect(await shop.clientWith({ origin: `http://127.0.0.1:${port}` }).call(look, { alias: 'a' })).toEqual({
      ok: false,
      error: { kind: 'network' },
    })
  })

  it('a reset before the response, and in the middle of it', async () => {
    shop.answerWith = (request) => request.socket.resetAndDestroy()
    expect(await shop.client.call(look, { alias: 'a' })).toEqual({ ok: false, error: { kind: 'network' } })
    shop.answerWith = (request, response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('{"items":', () => request.socket.resetAndDestroy())
    }
    expect(await shop.client.call(look, { alias: 'a' })).toEqual({
      ok: false,
      error: { kind: 'cut_off', status: 200 },
    })
  })

  it('no response in time, and a response that stalls half way', async () => {
    shop.answerWith = () => undefined
    expect(await shop.client.call(look, { alias: 'a' }, { timeoutMs: 50 })).toEqual({
      ok: false,
      error: { kind: 'timeout' },
    })
    shop.answerWith = (_, response) => void response.writeHead(200).write('{"items":')
    expect(await shop.clientWith({ timeoutMs: 50 }).call(look, { alias: 'a' })).toEqual({
      ok: false,
      error: { kind: 'timeout' },
    })
  })

  it('a redirect, which is never followed with the token', async () => {
    shop.answerWith = (request, response) =>
      request.url === '/elsewhere'
        ? json(response, 200, right)
        : response.writeHead(307, { location: '/elsewhere' }).end()
    expect(await shop.client.call(spend, { item: 'a' })).toEqual({ ok: false, error: { kind: 'network' } })
    expect(shop.seen).toHaveLength(1)
  })
})

describe('an answer that names a call', () => {
  const own = '6f1f2a3e-0000-4000-8000-000000000001'
  const other = '6f1f2a3e-0000-4000-8000-000000000002'
  const foreign = { kind: 'unreadable', field: null, detail: 'the answer to another call' }

  it('is this call’s own, or nobody’s', async () => {
    shop.answerWith = (_, response) => json(response, 200, right, { 'idempotency-key': own })
    const call = (idempotencyKey: string) => shop.client.call(spend, { item: 'a' }, { idempotencyKey })
    expect(await call(own)).toEqual({ ok: true, data: right })
    expect(await call(other)).toEqual({ ok: false, error: { ...foreign, status: 200 } })
    expect(await shop.client.call(look, { alias: 'a' })).toEqual({ ok: false, error: { ...foreign, status: 200 } })
    shop.answerWith = (_, response) => json(response, 422, { message: 'No.' }, { 'idempotency-key': own })
    expect(await call(own)).toMatchObject({ error: { kind: 'http', status: 422, inShape: true } })
    expect(await call(other)).toEqual({ ok: false, error: { ...foreign, status: 422 } })
  })

  it('and one that names none decides nothing, but at a backend that never names any', async () => {
    const ask = (client = shop.client) => client.call(spend, { item: 'a' }, { idempotencyKey: own })
    shop.answerWith = (_, response) => json(response, 200, right)
    expect(await ask()).toEqual({ ok: false, error: { ...foreign, status: 200 } })
    expect(await ask(shop.clientWith({ namesKeys: false }))).toEqual({ ok: true, data: right })
    // What anybody may say: sign in again, come back later.
    const headers = { 'retry-after': '7' }
    for (const status of [401, 403, 422, 429, 503]) {
      shop.answerWith = (_, response) => json(response, status, { message: 'No.' }, headers)
      const told = { kind: 'http', status, retryAfterMs: 7000 }
      expect(await ask()).toMatchObject({ error: { ...told, inShape: false } })
      expect(await ask(shop.clientWith({ namesKeys: false }))).toMatchObject({ error: { ...told, inShape: true } })
    }
  })
})

describe('lanes', () => {
  it('a newer call to the same endpoint aborts the earlier call', async () => {
    const heldResponse = shop.hold()
    const first = shop.client.call(look, { alias: 'a' })
    await heldResponse.arrival(1)
    const second = shop.client.call(look, { alias: 'b' })
    expect(await first).toEqual({ ok: false, error: { kind: 'aborted' } })
    await heldResponse.arrival(2)
    heldResponse.release()
    expect(await second).toEqual({ ok: true, data: right })
  })

  it('calls to different endpoints, and calls in a separate lane, do not affect each other', async () => {
    const heldResponse = shop.hold()
    const calls = [
      shop.client.call(look, { alias: 'a' }),
      shop.client.call(spend, { item: 'a' }, { concurrent: true }),
      shop.client.call(spend, { item: 'b' }, { concurrent: true }),
      shop.client.call(spend, { item: 'c' }),
    ]
    await heldResponse.arrival(4)
    heldResponse.release()
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ ok: true, data: right })))
  })

  it('the caller can abort a call, even before it begins', async () => {
    const heldResponse = shop.hold()
    const caller = new AbortController()
    const call = shop.client.call(look, { alias: 'a' }, { signal: caller.signal })
    await heldResponse.arrival(1)
    caller.abort()
    expect(await call).toEqual({ ok: false, error: { kind: 'aborted' } })
    expect(await shop.client.call(look, { alias: 'a' }, { signal: caller.signal })).toEqual({
      ok: false,
      error: { kind: 'aborted' },
    })
    expect(shop.seen).toHaveLength(1)
  })
})
