import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { limiters } from '#server/gate/limiters.ts'

/**
 * The cost of a new hash: 32 MiB of memory and one or two tenths of a second. Source: OWASP Password Storage Cheat
 * Sheet, scrypt (N = 2^15, r = 8, p = 3 is one of its equivalent minimum settings, the one with modest memory for
 * sign-ins at once).
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
  // Keyboards can produce different code points for the same password; NFKC unifies them (NIST SP 800-63B 5.1.1.2).
  const text = password.normalize('NFKC')
  const hashed = () =>
    new Promise<Buffer>((resolve, reject) => {
      const options = { N, r, p, maxmem: 256 * N * r }
      scrypt(text, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
    })
  return limiters.passwordHashing.run(hashed)
}

/**
 * Hashes a password for storage.
 *
 * @param parameters the cost; tests with hundreds of accounts take a lower one
 * @returns `scrypt$<N>$<r>$<p>$<salt>$<hash>`, salt and hash in base64url: the hash carries its
 * parameters, so that accounts made before a change of cost can still sign in
 */
export async function hashPassword(password: string, parameters: ScryptCost = cost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, hashBytes, parameters)
  const { N, r, p } = parameters
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

const storedForm = /^scrypt\$(\d{1,8})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]{22,})$/

/**
 * Compares a password with a stored hash, in constant time.
 *
 * @throws when `hash` is not in the form of `hashPassword`: the row is damaged, the password may be right
 */
export async function checkPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt, key] = storedForm.exec(hash) ?? []
  if (!N || !r || !p || !salt || !key)
    throw new Error('A stored password hash is not in a form that this version reads')
  const expected = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), expected.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(found, expected)
}
