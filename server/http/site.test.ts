import { Hono } from 'hono'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import type { Database } from '#server/store/tables.ts'
import { freePort } from '#tests/support/ports.ts'
import { createSite } from './site.ts'

test('The health check says so when the database is away', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: await freePort(), connectionTimeoutMillis: 1000 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const parts = { identity: null, mailbox: null, authority: null }
  const site = createSite({ ...parts, db, api: new Hono(), app: new Hono() })
  const answer = await site.request('/healthz')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ status: 'database away' })
  await db.destroy()
})
