import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { failureText } from '#server/pages/serverPages.tsx'
import { createSite } from './site.ts'

const log = { error: () => undefined }
const none = {
  crawlers: new Hono<{ Bindings: HttpBindings }>(),
  images: new Hono<{ Bindings: HttpBindings }>(),
  staffSignIn: new Hono<{ Bindings: HttpBindings }>(),
  identity: null,
  simulator: null,
  mailbox: null,
  unsubscribe: new Hono<{ Bindings: HttpBindings }>(),
  authority: null,
  api: new Hono(),
  failureText,
  log,
}

test('A page that fails shows an error in three languages, without details of the cause', async () => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/en', () => {
    throw new Error('a secret reason')
  })
  const answer = await createSite({ ...none, app }).request('/en')
  expect(answer.status).toBe(500)
  const text = await answer.text()
  expect(text).toMatch(/Try again.*\n.*請於一分鐘後再試.*\n.*请在一分钟后重试/)
  expect(text).not.toContain('secret')
})
