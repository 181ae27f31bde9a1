import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey of a device in this process: what a browser would do with it, also wrongly. */
export interface Authenticator {
  /** Its credential's id. */
  id: string
  /** What `navigator.credentials.create` answers to a challenge, as JSON. */
  create: (challenge: string) => string
  /** What `navigator.credentials.get` answers, as JSON. `counter`: how often it was used, as it says. */
  get: (challenge: string, wrong?: { origin?: string; counter?: number; isVerified?: boolean }) => string
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

/** CBOR of a text or bytes of fewer than 256, in its shortest form. */
function cborBytes(kind: 'text' | 'bytes', value: Buffer): Buffer {
  const major = kind === 'text' ? 0x60 : 0x40
  const head = value.length < 24 ? [major + value.length] : [major + 24, value.length]
  return Buffer.concat([Buffer.from(head), value])
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** @param site of the club */
export function createAuthenticator(site: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  /** Flags: present 1, verified 4, with a credential 64. */
  const authenticatorData = (flags: number, counter: number, credential = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(site).hostname), Buffer.from([flags]), count, credential])
  }
  const answer = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    id: base64url(id),
    create(challenge) {
      // COSE: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes('bytes', Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        cborBytes('bytes', Buffer.from(y, 'base64url')),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborBytes('text', Buffer.from('fmt')),
        cborBytes('text', Buffer.from('none')),
        cborBytes('text', Buffer.from('attStmt')),
        Buffer.from([0xa0]),
        cborBytes('text', Buffer.from('authData')),
        cborBytes('bytes', authenticatorData(1 + 4 + 64, 0, credential)),
      ])
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, site)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      })
    },
    get(challenge, { origin = site, counter = 0, isVerified = true } = {}) {
      const client = clientData('webauthn.get', challenge, origin)
      const data = authenticatorData(isVerified ? 1 + 4 : 1, counter)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      })
    },
  }
}
