import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { type RunningServer, start } from '#server/startup/start.ts'
import { freePort } from '#tests/support/ports.ts'

let running: RunningServer
let dataDir: string
let origin: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-dev-'))
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    SEED: 'none',
    PRODUCT: 'another-club',
  })
  origin = config.origin
  running = await start({ config, log: createLog('silent'), dev: true })
})

afterAll(async () => {
  await running.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function read(path: string, accept: string) {
  const response = await fetch(origin + path, { headers: { accept } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('npm run dev serves the sources with hot reload, and knows the configuration', async () => {
  const page = await read('/en/my-scans', 'text/html')
  expect(page.text).toContain('/@vite/client')
  expect(page.text).toContain('club-bravo-config')
  const source = await read('/src/config.ts', '*/*')
  expect(source.headers.get('content-type')).toMatch(/javascript/)
  expect((await read('/api/another-club/static-contents', '*/*')).status).toBe(200)
  expect((await read('/identity/jwks', '*/*')).status).toBe(200)
})

test('It relaxes only what hot reload needs', async () => {
  const policy = (await read('/en', 'text/html')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).not.toContain("'unsafe-eval'")
})

test('An unknown address is a 404 here too', async () => {
  expect((await read('/nowhere', '*/*')).status).toBe(404)
})
