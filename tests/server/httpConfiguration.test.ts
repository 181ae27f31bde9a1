import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#server/seed/accounts.ts'
import { type Issuer, startIssuer } from '#tests/support/issuer.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

const product = 'another-club'
let issuer: Issuer
let server: RunningServer

beforeAll(async () => {
  issuer = await startIssuer()
  server = await startServer({
    environment: {
      PRODUCT: product,
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: 'app',
      SCAN_LIMIT: '2',
      TRUST_PROXY: '1',
    },
  })
})

afterAll(async () => {
  await server.stop()
  await issuer.close()
})

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

async function read(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(server.origin + path, { headers: { accept: 'text/html' } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function findProfile(idToken: string, subject: string) {
  const response = await fetch(`${server.origin}/api/${product}/users/profile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada@club.example', password: subject, id_token: idToken }),
  })
  return { status: response.status, body: await response.json() }
}

function claims(change: Record<string, unknown> = {}) {
  const now = Math.floor(Date.now() / 1000)
  const own = { iss: issuer.issuer, aud: 'app', sub: 'abc|1', email: 'Ada@club.example', nonce: 'n' }
  return { ...own, iat: now, exp: now + 300, ...change }
}

describe('a configuration that differs from the product’s defaults', () => {
  test('is embedded in the page, without a request', async () => {
    const { text } = await read('/')
    const meta = /<head>\s*<meta name="club-bravo-config" content="([^"]*)"/.exec(text)?.[1] ?? ''
    expect(JSON.parse(meta.replaceAll('&quot;', '"'))).toEqual({ product, issuer: issuer.issuer, clientId: 'app' })
  })

  test('is embedded in the "not found" page too', async () => {
    const { status, text } = await read('/nowhere')
    expect([status, text.includes('club-bravo-config')]).toEqual([404, true])
  })

  test('makes an installed app fetch the page again, because its revision is that of the page as served', async () => {
    const [worker, page] = await Promise.all([read('/sw.js'), read('/index.html')])
    expect(worker.text).toContain(md5(page.text))
    expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(worker.headers.get('etag')).toBeTruthy()
  })

  test('moves the API below the other slug', async () => {
    expect((await read(`/api/${product}/static-contents`)).status).toBe(200)
    expect((await read('/api/club-bravo/static-contents')).status).toBe(404)
  })
})

describe('another identity provider', () => {
  test('replaces the built-in one', async () => {
    for (const path of ['/identity/.well-known/openid-configuration', '/identity/auth', '/identity/verify-email'])
      expect((await read(path)).status).toBe(404)
    const policy = (await read('/')).headers.get('content-security-policy')
    expect(policy).toContain(`connect-src 'self' ${new URL(issuer.issuer).origin};`)
  })

  test('leaves staff their own sign-in, and the mails that the club sends', async () => {
    const page = await read('/identity/staff')
    expect([page.status, page.text.includes('name="password"')]).toEqual([200, true])
    const posted = await fetch(`${server.origin}/identity/staff`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'owner@clubbravo.test', password: demoPassword }),
      headers: { origin: server.origin },
      redirect: 'manual',
    })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, '/staff/en/today'])
    const cookie = posted.headers.get('set-cookie')?.split(';')[0] ?? ''
    const json = { 'content-type': 'application/json', origin: server.origin }
    const asked = async (headers: Record<string, string>) => {
      const answer = await fetch(`${server.origin}/api/staff/acts`, { method: 'POST', headers, body: '{}' })
      await answer.body?.cancel()
      return answer.status
    }
    expect([await asked(json), await asked({ ...json, cookie })]).toEqual([401, 200])
    expect((await read('/mailbox')).status).toBe(200)
  })

  test('is verified with its own keys', async () => {
    expect(await findProfile(await issuer.sign(claims()), 'abc|1')).toEqual({ status: 200, body: { success: false } })
    expect((await findProfile(await issuer.sign(claims({ aud: 'other' })), 'abc|1')).status).toBe(401)
    expect((await findProfile(await issuer.sign(claims({ iss: server.origin })), 'abc|1')).status).toBe(401)
  })
})

test('An unreachable identity provider is not reported as a wrong token, and is asked again', async () => {
  const other = await startIssuer()
  other.setAway(true)
  const club = await startServer({ environment: { OIDC_ISSUER: other.issuer, OIDC_CLIENT_ID: 'app' } })
  try {
    const logIn = async () => {
      const idToken = await other.sign(claims({ iss: other.issuer }))
      const response = await fetch(`${club.origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: 'ada@club.example', password: 'abc|1', id_token: idToken }),
      })
      await response.body?.cancel()
      return response.status
    }
    expect(await logIn()).toBe(503)
    other.setAway(false)
    expect(await logIn()).toBe(401)
  } finally {
    await club.stop()
    await other.close()
  }
})
