import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { freePort } from './ports.ts'

/** Another identity provider, as far as the club uses it: its discovery document and its keys. */
export interface Issuer {
  issuer: string
  sign: (payload: JWTPayload) => Promise<string>
  /** Responds with 503 to everything while it is down. */
  setAway: (away: boolean) => void
  close: () => Promise<void>
}

export async function startIssuer(): Promise<Issuer> {
  const port = await freePort()
  const issuer = `http://localhost:${port}/realms/club`
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'other', alg: 'ES256', use: 'sig' }] }
  let isAway = false
  const server = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      '/realms/club/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
      '/realms/club/keys': jwks,
    }
    const answer = isAway ? undefined : answers[request.url ?? '']
    response.writeHead(answer === undefined ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    issuer,
    sign: (payload) => new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'other' }).sign(privateKey),
    setAway(away) {
      isAway = away
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
