import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { type RunningServer, start } from '#server/startup/start.ts'
import { freePort } from '#tests/support/ports.ts'
import { requestSignIn } from '#tests/support/relyingParty.ts'
import { createVisitor } from '#tests/support/visitor.ts'

let running: RunningServer
let dataDir: string
let origin: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-limits-'))
  const config = readConfig({ PORT: String(await freePort()), DATA_DIR: dataDir, SEED: 'none', SIGN_IN_LIMIT: '2' })
  origin = config.origin
  running = await start({ config, log: createLog('silent'), dev: false })
})

afterAll(async () => {
  await running.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function tryPassword(email: string): Promise<{ status: number; says: string }> {
  const visitor = createVisitor(origin)
  const page = await visitor.open(requestSignIn(origin).address)
  const { status, text } = await visitor.submit(page, { email, password: 'a guess' })
  return { status, says: /role="alert">([^<]*)/.exec(text)?.[1] ?? '' }
}

test('The attempts per minute for one address are limited, independent of its letter case', async () => {
  const tries = []
  for (const email of ['ada@club.example', 'Ada@club.example', ' ADA@club.example '])
    tries.push(await tryPassword(email))
  expect(tries.map(({ status }) => status)).toEqual([422, 422, 429])
  expect(tries.at(-1)?.says).toMatch(/^Too many attempts\. Wait a minute/)
})

test('One network address has five times as many attempts, for any accounts', async () => {
  const tries = []
  for (let person = 0; person < 9; person += 1) tries.push(await tryPassword(`person-${person}@club.example`))
  expect(tries.slice(0, 6).map(({ status }) => status)).not.toContain(429)
  expect(tries.at(-1)?.status).toBe(429)
})
