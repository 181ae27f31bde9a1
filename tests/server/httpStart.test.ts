import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { type RunningServer, start } from '#server/startup/start.ts'
import { patient } from '#tests/support/patience.ts'
import { freePort } from '#tests/support/ports.ts'
import { startServer } from '#tests/support/server.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-start-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  code: number | null
  output: string
  errors: string
}

/** Starts `server/main.ts` in a process. */
function spawnMain(environment: Record<string, string>) {
  const { PATH, HOME, TMPDIR } = process.env
  return spawn(process.execPath, ['server/main.ts'], {
    env: { PATH, HOME, TMPDIR, DATA_DIR: join(folder, 'data'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs `server/main.ts` until it exits. */
function runMain(environment: Record<string, string>): Promise<Ended> {
  return untilEnded(spawnMain(environment))
}

function untilEnded(child: ReturnType<typeof spawnMain>): Promise<Ended> {
  const [output, errors]: [string[], string[]] = [[], []]
  child.stdout.on('data', (chunk) => output.push(String(chunk)))
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output: output.join(''), errors: errors.join('') }))
  })
}

describe('an impossible start', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 1 to 65535, but is "http".\n'],
    [{ HTTPS: '2' }, 'HTTPS must be 1 or 0, but is "2".\n'],
    [
      { DATABASE_URL: 'mysql://a:secret@b/c' },
      'DATABASE_URL must be an address like postgres://user:password@host:5432/database.\n',
    ],
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID must be set where OIDC_ISSUER is.\n'],
  ])('reports in one sentence what to change: %j', async (environment, sentence) => {
    expect(await runMain(environment)).toEqual({ code: 1, output: '', errors: sentence })
  })

  test('names PORT if another program uses it', async () => {
    const port = await freePort()
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen(port, '127.0.0.1', resolve)
    })
    const { code, errors } = await runMain({ PORT: String(port), LOG_LEVEL: 'error' })
    other.close()
    expect([code, errors]).toEqual([
      1,
      `PORT ${port} is in use by another program: stop that one, or set PORT to another number.\n`,
    ])
  })

  test('names HOST if this machine has no such address', async () => {
    const { code, errors } = await runMain({ HOST: '203.0.113.7', PORT: String(await freePort()), LOG_LEVEL: 'error' })
    expect([code, errors]).toEqual([
      1,
      'HOST 203.0.113.7 is not an address of this machine: use localhost, or 0.0.0.0 for the whole network.\n',
    ])
  })
})

test('A server that is told to stop while it starts leaves no database running', async () => {
  const dataDir = join(folder, 'stopped-early')
  const child = spawnMain({ DATA_DIR: dataDir, PORT: String(await freePort()), SEED: 'none', LOG_LEVEL: 'error' })
  const ended = untilEnded(child)
  const lines = () => readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')
  await expect.poll(lines, { timeout: patient(60_000), interval: 5 }).not.toBe('')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, errors: '' })
  expect(await lines()).toBe('')
})

describe('TLS on the local network', () => {
  let running: RunningServer
  let authority: string
  let config: Config

  beforeAll(async () => {
    const port = String(await freePort())
    const dataDir = join(folder, 'tls')
    config = readConfig({
      HOST: '0.0.0.0',
      HTTPS: '1',
      PORT: port,
      ORIGIN: `https://localhost:${port}`,
      DATA_DIR: dataDir,
    })
    running = await start({ config, log: createLog('silent'), dev: false })
    authority = await readFile(join(dataDir, 'tls/authority.pem'), 'utf8')
  })

  afterAll(() => running.stop())

  function ask(path: string, host = 'localhost') {
    return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const sent = request({ host, port: config.port, path, ca: authority }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() }),
        )
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  test('works for a client that trusts the authority, by name and by address', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const { status, headers } = await ask('/livez', host)
      expect(status).toBe(200)
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    }
  })

  test('offers phones the authority, and never its private key', async () => {
    const { headers, body } = await ask('/club-bravo.crt')
    expect(running.authority).toBe(`${config.origin}/club-bravo.crt`)
    expect(headers['content-type']).toBe('application/x-x509-ca-cert')
    expect(body).toBe(authority)
    expect(new X509Certificate(body).ca).toBe(true)
    const key = await readFile(join(config.dataDir, 'tls/key.pem'), 'utf8')
    expect(key.match(/PRIVATE KEY/g)).toHaveLength(2)
  })

  test('sets cookies that are never sent unencrypted', async () => {
    const query = new URLSearchParams({
      client_id: 'club-bravo-app',
      redirect_uri: `${config.origin}/login`,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      nonce: 'n',
    })
    const { headers } = await ask(`/identity/auth?${query}`)
    const cookies = [headers['set-cookie']].flat().map(String)
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i)
  })
})

describe('stopping', () => {
  test('finishes the current request, and accepts no more', async () => {
    const server = await startServer({ environment: { LOG_LEVEL: 'info' } })
    const { port } = server
    const sent = plainRequest({
      host: '127.0.0.1',
      port,
      path: '/api/auth/resend-verification',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '28' },
    })
    const answered = new Promise<number>((resolve, reject) => {
      sent.once('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      sent.once('error', reject)
    })
    sent.write('{"email":"ada@club.')
    await expect.poll(() => fetch(`${server.origin}/livez`).then((response) => response.status)).toBe(200)
    const stopped = server.stop()
    await expect.poll(() => server.output()).toContain('Stopping')
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed')
    sent.end('example"}')
    expect(await answered).toBe(200)
    await stopped
    expect(server.output()).toContain('Stopped.')
  })
})
