import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * The cost of a new hash: 32 MiB of memory and one or two tenths of a second. Source: OWASP Password Storage Cheat Sheet, scrypt
 * (N = 2^15, r = 8, p = 3 is one of its equivalent minimum settings, the one with modest memory for sign-ins at once).
 */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const
const saltBytes = 16
const hashBytes = 32

interface ScryptCost {
  N: number
  r: number
  p: number
}

function derive(password: string, salt: Buffer, length: number, { N, r, p }: ScryptCost): Promise<Buffer> {
  // The same password typed on another keyboard can differ in its code points; NFKC makes them one (NIST SP 800-63B 5.1.1.2).
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, length, { N, r, p, maxmem: 256 * N * r }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/**
 * Hashes a password for keeping.
 *
 * @returns `scrypt$<N>$<r>$<p>$<salt>$<hash>`, salt and hash in base64url: the parameters travel with the hash, so that a later
 * change of cost leaves older accounts able to sign in
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, hashBytes, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

const kept = /^scrypt\$(\d{1,8})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]{22,})$/

/**
 * Compares a password with a kept hash, in a time that does not depend on where they differ.
 *
 * @throws where `hash` is not of `hashPassword`'s form: that is a damaged row, not a wrong password
 */
export async function checkPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt, key] = kept.exec(hash) ?? []
  if (!N || !r || !p || !salt || !key)
    throw new Error('A kept password hash is not of the form that this version reads')
  const expected = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), expected.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(found, expected)
}
