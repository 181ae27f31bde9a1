import { logout, revoke } from '#contract/member/auth.ts'
import type { Client } from '#src/api/client.ts'
import type { ApiError } from '#src/api/errors.ts'
import { forgetRevocation, readRevocations } from './record.ts'

// What the club has yet to hear of after a sign-out: which tokens to revoke. For page and worker. A token is never
// stored for that, but its hash, which opens nothing: the page that has signed out still knows the token, and logs it
// out; whoever comes later revokes its hash.

/** How long the club may take to end a sign-in, in milliseconds. */
const timeoutMs = 4_000

/** The hash under which the club knows a token. */
export async function hashOfToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Revocations that the record had no room for. */
interface StoredElsewhere {
  read: () => readonly string[]
  forget: (hashes: readonly string[]) => void
}

const nothingElsewhere: StoredElsewhere = { read: () => [], forget: () => undefined }

/**
 * Makes what tells the club which sign-ins have ended, one after another until it does not answer. Once at a time: what
 * has come up meanwhile is told as well. Resolves to whether the club knows of all. Never rejects.
 *
 * @param client calls the club, and tells nobody of the answer
 * @param tokens those that this page has ended, by their hashes; what the club knows of goes
 */
export function createRevoker(
  client: Client,
  elsewhere = nothingElsewhere,
  tokens = new Map<string, string>(),
): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  let isAskedAgain = false

  async function run(): Promise<boolean> {
    let isDone = true
    while (isAskedAgain) {
      isAskedAgain = false
      isDone = await revokeAll(client, elsewhere, tokens)
    }
    running = undefined
    return isDone
  }

  return () => {
    isAskedAgain = true
    running ??= run()
    return running
  }
}

async function revokeAll(client: Client, elsewhere: StoredElsewhere, tokens: Map<string, string>): Promise<boolean> {
  const recorded = await readRevocations().catch(() => null)
  let isDone = recorded !== null
  for (const hash of new Set([...(recorded ?? []), ...elsewhere.read()])) {
    const answer = await endSignIn(client, hash, tokens.get(hash))
    if (answer.ok || isFinal(answer.error)) {
      tokens.delete(hash)
      elsewhere.forget([hash])
      // What stays is asked for once more, which changes nothing.
      await forgetRevocation(hash).catch(() => undefined)
      continue
    }
    isDone = false
    // An answer about this one says nothing of the others.
    if (answer.error.kind !== 'http') break
  }
  return isDone
}

/** Logs a token out that is known, else revokes its hash, as where the club takes the token no more. */
async function endSignIn(client: Client, hash: string, token: string | undefined) {
  // The key tells the club's word from that of a network's own page.
  const options = { concurrent: true, timeoutMs, idempotencyKey: crypto.randomUUID() }
  if (token !== undefined) {
    const answer = await client.call(logout, {}, { ...options, token })
    if (answer.ok || !isRefused(answer.error)) return answer
  }
  return client.call(revoke, { token_hash: hash }, options)
}

const isRefused = (error: ApiError) => error.kind === 'http' && error.status >= 400 && error.status < 500

/**
 * Whether asking again would change nothing: the club knows no such sign-in, or has no such call. Who has asked too
 * often asks later.
 */
function isFinal(error: ApiError): boolean {
  return error.kind === 'http' && error.inShape && isRefused(error) && error.status !== 429
}
