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
  images: new Hono<{ Bindings: HttpBindings }>(),
  identity: null,
  simulator: null,
  mailbox: null,
  authority: null,
  api: new Hono(),
  failureText,
  log,
}

test('The health check reports when the database is down', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: await freePort(), connectionTimeoutMillis: 1000 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const answer = await createSite({ ...none, db, app: new Hono() }).request('/healthz')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ status: 'database away' })
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
  expect(text).toMatch(/Please try again.*\n.*請稍後再試.*\n.*请稍后重试/)
  expect(text).not.toContain('secret')
  await db.destroy()
})
