import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { json, refusal, unusable } from './faults.ts'
import { listenLocally } from './ports.ts'
import { type Proxy, startProxy } from './proxy.ts'

let reached: string[] = []
let proxy: Proxy
let stop: () => Promise<void>

beforeEach(async () => {
  reached = []
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.setHeader('x-from', 'server').end(JSON.stringify({ word: 'a rather long answer' }))
  })
  proxy = await startProxy()
  proxy.forwardTo(await listenLocally(server))
  stop = async () => {
    await proxy.close()
    await new Promise((resolve) => server.close(resolve))
  }
})

afterEach(() => stop())

const post = (signal?: AbortSignal) =>
  fetch(`${proxy.origin}/api/club-bravo/scan-ticket?x=1`, {
    method: 'POST',
    body: '{"qrcode":"T"}',
    signal: signal ?? null,
  })

test('Requests without a rule are forwarded and recorded', async () => {
  const response = await post()
  expect(response.headers.get('x-from')).toBe('server')
  expect(await response.json()).toEqual({ word: 'a rather long answer' })
  expect(proxy.seen).toMatchObject([{ method: 'POST', path: '/api/club-bravo/scan-ticket', body: '{"qrcode":"T"}' }])
})

test('Requests are reset before they reach the server, as many times as the rule says', async () => {
  proxy.fault({ path: '/scan-ticket', times: 1 }, { kind: 'reset' })
  await expect(post()).rejects.toThrow('fetch failed')
  expect(reached).toEqual([])
  expect((await post()).status).toBe(200)
})

test('The server does its work and its response is lost', async () => {
  proxy.fault({ path: '/scan-ticket' }, { kind: 'swallow-reset' })
  await expect(post()).rejects.toThrow('fetch failed')
  expect(reached).toEqual(['POST /api/club-bravo/scan-ticket?x=1'])
})

test('No response arrives, before or after the server has done its work', async () => {
  proxy.fault({ path: '/scan-ticket', times: 1 }, { kind: 'silence' })
  await expect(post(AbortSignal.timeout(100))).rejects.toThrow('aborted due to timeout')
  expect(reached).toEqual([])
  proxy.fault({ path: '/scan-ticket', times: 1 }, { kind: 'swallow' })
  await expect(post(AbortSignal.timeout(300))).rejects.toThrow('aborted due to timeout')
  expect(reached).toHaveLength(1)
})

test('A response is cut in the middle', async () => {
  proxy.fault({ path: '/scan-ticket' }, { kind: 'cut' })
  const response = await post()
  await expect(response.text()).rejects.toThrow('terminated')
  expect(reached).toHaveLength(1)
})

test('The proxy responds instead of the server', async () => {
  proxy.fault({ path: '/scan-ticket', times: 1 }, refusal(429, { 'retry-after': '3' }))
  const limited = await post()
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3'])
  proxy.fault({ path: '/scan-ticket', times: 1 }, json({ status: 'found' }))
  expect(await (await post()).json()).toEqual({ status: 'found' })
  proxy.fault({ path: '/scan-ticket', times: 1 }, unusable.tenMegabytes)
  expect((await (await post()).text()).length).toBeGreaterThan(10_000_000)
  expect(reached).toEqual([])
})

test('The server’s response is changed', async () => {
  proxy.fault({ path: '/scan-ticket' }, { kind: 'rewrite', change: (body) => body.replace('long', 'short') })
  expect(await (await post()).json()).toEqual({ word: 'a rather short answer' })
})

test('A request is held until it is released', async () => {
  const held = proxy.hold({ path: '/scan-ticket' })
  const answer = post()
  expect(await held.arrived).toMatchObject({ body: '{"qrcode":"T"}' })
  expect(reached).toEqual([])
  held.release()
  expect((await answer).status).toBe(200)
})

test('Watchers follow the stages of a request, and can delay each stage', async () => {
  const stages: string[] = []
  const unwatch = proxy.watch({ path: '/scan-ticket' }, (stage) => void stages.push(stage))
  await post()
  expect(stages).toEqual(['arrived', 'forwarded', 'answered', 'half', 'passed'])
  stages.length = 0
  proxy.fault({ path: '/scan-ticket', times: 1 }, refusal(500))
  await post()
  expect(stages).toEqual(['arrived', 'answered', 'half', 'passed'])
  stages.length = 0
  proxy.fault({ path: '/scan-ticket', times: 1 }, { kind: 'cut' })
  const half = await post()
  await expect(half.text()).rejects.toThrow('terminated')
  expect(stages).toEqual(['arrived', 'forwarded', 'answered', 'half'])
  unwatch()

  const waiting = Promise.withResolvers<void>()
  proxy.watch({ path: '/scan-ticket' }, (stage) => (stage === 'half' ? waiting.promise : undefined))
  const answer = (await post()).text()
  expect(await Promise.race([answer, Promise.resolve('still waiting')])).toBe('still waiting')
  waiting.resolve()
  expect(await answer).toContain('rather long')
})

test('The proxy goes offline and comes back at the same address', async () => {
  await proxy.goOffline()
  await expect(post()).rejects.toThrow('fetch failed')
  await proxy.goOnline()
  expect((await post()).status).toBe(200)
})
