import { setTimeout as delay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { answers } from '#server/store/connection/answers.ts'
import type { Database } from '#server/store/tables.ts'

/** How long the health check waits for the database, in milliseconds. */
const healthTimeoutMs = 2_000

/**
 * Whether something answers within a time, in milliseconds. The time is counted in two halves: when the process itself
 * was busy for longer, a single timer would end before the answer that lies there is read.
 */
export async function respondsInTime(ask: () => Promise<unknown>, limitMs: number): Promise<boolean> {
  const answered = new AbortController()
  const limit = async () => {
    for (let half = 0; half < 2; half += 1) await delay(limitMs / 2, undefined, { signal: answered.signal })
    throw new Error('No answer in time')
  }
  return Promise.race([ask(), limit()])
    .then(
      () => true,
      () => false,
    )
    .finally(() => answered.abort())
}

/**
 * The health check: 200 while the database responds, else 503.
 *
 * @param db the check's own connection: it answers while requests wait for theirs
 */
export function health(db: Kysely<Database>): Hono<{ Bindings: HttpBindings }> {
  const page = new Hono<{ Bindings: HttpBindings }>()
  page.get('/healthz', async (c) => {
    const isUp = await respondsInTime(() => answers(db), healthTimeoutMs)
    c.header('Cache-Control', 'no-store')
    return c.json({ status: isUp ? 'ok' : 'database away' }, isUp ? 200 : 503)
  })
  return page
}
