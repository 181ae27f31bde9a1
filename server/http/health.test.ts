import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Hono } from 'hono'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/store/tables.ts'
import { freePort } from '#tests/support/ports.ts'
import { rawRequest } from '#tests/support/rawRequest.ts'
import { answerHealthOf, respondsInTime, shared } from './health.ts'
import { createListener } from './listener.ts'
import { createLog } from './log.ts'
import type { Site } from './network/bindings.ts'

test('An answer that came in time counts, also when the server was too busy to read it', async () => {
  const responds = respondsInTime(() => readFile(import.meta.filename), 1000)
  for (const start = performance.now(); performance.now() - start < 1100;);
  expect(await responds).toBe(true)
})

test('An answer that does not come, or is an error, does not count', async () => {
  expect(await respondsInTime(() => new Promise(() => undefined), 20)).toBe(false)
  expect(await respondsInTime(() => Promise.reject(new Error('no database')), 20)).toBe(false)
})

test('Whoever asks while a question is open, and for a second after its answer, shares it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answer = Promise.withResolvers<boolean>()
  const ask = vi.fn<() => Promise<boolean>>(() => answer.promise)
  const isReady = shared(ask)
  const first = isReady()
  await vi.advanceTimersByTimeAsync(5000)
  const second = isReady()
  answer.resolve(false)
  expect([await first, await second]).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(999)
  expect(await isReady()).toBe(false)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  ask.mockResolvedValue(true)
  expect(await isReady()).toBe(true)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('Without its database the server is alive, and not ready, whatever its pages wait for', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: await freePort(), connectionTimeoutMillis: 1000 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const site: Site = new Hono()
  site.use(() => new Promise(() => undefined))
  const config = { origin: 'http://localhost', trustProxy: 0, product: 'club-bravo' }
  const log = createLog('silent', 'text')
  const server = createServer(
    createListener({ site, answerHealth: answerHealthOf(db, '1.0.0+abc'), config, headers: {}, log }),
  )
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await db.destroy()
  })
  const [ready, live] = [await rawRequest(port, '/readyz'), await rawRequest(port, '/livez')]
  expect([ready.status, ready.body.toString()]).toEqual([503, '{"status":"database away","version":"1.0.0+abc"}'])
  expect([live.status, live.body.toString()]).toEqual([200, '{"status":"ok"}'])
})
