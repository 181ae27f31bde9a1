import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest } from '#tests/support/rawRequest.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const ask = (path: string) => rawRequest(server.port, path, { accept: 'text/html' }, 'GET')

test('The pages of staff are one document, which nothing indexes, and whose frames are the club’s own', async () => {
  for (const path of ['/staff', '/staff/en/today', '/staff/tc/member?q=wong']) {
    const { status, headers, body } = await ask(path)
    expect([path, status]).toEqual([path, 200])
    expect(body.toString()).toContain('<div id="root"></div>')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("frame-src 'self'")
    expect(headers['content-security-policy']).toContain("script-src 'self'")
  }
})

test('The frame for a stranger’s PDF has an origin of its own, and reaches nothing', async () => {
  const { headers } = await ask('/staff-card.html')
  const policy = String(headers['content-security-policy'])
  for (const rule of ["default-src 'none'", 'sandbox allow-scripts']) expect(policy).toContain(rule)
  expect(policy).not.toContain('allow-same-origin')
  const script = await ask('/staff-card.js')
  expect([script.status, script.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])
})

test('Nothing of the pages of staff is in the members’ app: their worker keeps none of it', async () => {
  const page = await readFile('dist/staff.html', 'utf8')
  const own = [...page.matchAll(/\/assets\/([^"]+)/g)].map(([, name = '']) => name)
  expect(own.length).toBeGreaterThan(1)
  const worker = await readFile('dist/sw.js', 'utf8')
  const files = new Set([...worker.matchAll(/assets\/[\w.-]+\.(?:js|css)\b/g)].map(([file]) => file))
  expect(files.size).toBeGreaterThan(30)
  const app = (await Promise.all([...files].map((file) => readFile(join('dist', file), 'utf8')))).join('\n')
  for (const name of [...own, 'staff.html', 'staff-card']) {
    expect([name, app.includes(name)]).toEqual([name, false])
    expect([name, worker.includes(name)]).toEqual([name, false])
  }
})
