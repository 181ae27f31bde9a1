import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { SealingKeys } from './sealingKeys.ts'

const nonceBytes = 12
const tagBytes = 16

/** Encrypted bytes, and the name of the key that opens them. */
export interface Sealed {
  keyId: string
  sealed: Buffer
}

const idOfKey = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 16)

/**
 * Encrypts bytes with the newest key (AES-256-GCM).
 *
 * @param binding what they belong to: they open as nothing else
 */
export function seal([key]: SealingKeys, bytes: Buffer, binding: string): Sealed {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(binding))
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  return { keyId: idOfKey(key), sealed: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]) }
}

/**
 * Opens what `seal` has made. Returns null when its key is not among these.
 *
 * @throws when the bytes or what they belong to are others
 */
export function openSealed(keys: SealingKeys, { keyId, sealed }: Sealed, binding: string): Buffer | null {
  const key = keys.find((one) => idOfKey(one) === keyId)
  if (!key) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(binding))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/** Whether something is sealed with the newest key. */
export function isNewestSeal([key]: SealingKeys, { keyId }: Pick<Sealed, 'keyId'>): boolean {
  return idOfKey(key) === keyId
}
