import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import type { Database } from '#server/store/tables.ts'
import { freePort } from '#tests/support/ports.ts'
import { failureText } from '#server/pages/serverPages.tsx'
import { createSite } from './site.ts'

const log = { error: () => undefined }
const none = {
  crawlers: new Hono<{ Bindings: HttpBindings }>(),
  images: new Hono<{ Bindings: HttpBindings }>(),
  staffSignIn: null,
  identity: null,
  simulator: null,
  mailbox: null,
  unsubscribe: new Hono<{ Bindings: HttpBindings }>(),
  authority: null,
  api: new Hono(),
  staffApi: new Hono(),
  failureText,
  log,
}

test('Without its database the server is alive, and not ready', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: await freePort(), connectionTimeoutMillis: 1000 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const site = createSite({ ...none, db, app: new Hono() })
  const answer = await site.request('/readyz')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ status: 'database away' })
  expect((await site.request('/livez')).status).toBe(200)
  await db.destroy()
})

test('A page that fails shows an error in three languages, without details of the cause', async () => {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new Pool() }) })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/en', () => {
    throw new Error('a secret reason')
  })
  const answer = await createSite({ ...none, db, app }).request('/en')
  expect(answer.status).toBe(500)
  const text = await answer.text()
  expect(text).toMatch(/Try again.*\n.*請稍後再試.*\n.*请稍后重试/)
  expect(text).not.toContain('secret')
  await db.destroy()
})
