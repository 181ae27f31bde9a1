import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { withFallback } from '#src/storage/fallbackStore.ts'

/**
 * The identity provider's tokens, stored in IndexedDB with strict durability: the provider rotates refresh tokens, browsers write
 * localStorage seconds late, and a browser killed in between would start again with a used one.
 *
 * If IndexedDB cannot be read there are no tokens: the member stays signed in until the club token ends, and then has to sign in again.
 * `providerTokenStore.ts` reads and writes them for oidc-client-ts.
 */
export const onTokens = withFallback(openDurableStore('club-bravo-identity'))

/** Stored in place of the tokens after a sign-out. */
export const signedOutKey = 'signed-out'

/** Tokens by key that storage did not take, and the stored text that they replace. They last as long as the page. */
export const unwrittenTokens = new Map<string, { text: string; replaces: string | null }>()

/** The keys of all rows, the mark of a sign-out among them. */
export const readTokenKeys = (rows: IDBObjectStore) =>
  promisifyRequest(rows.getAllKeys()).then((keys) => keys.map(String))

/**
 * - tokens: a member has signed in, or is about to.
 * - signed_out: the last event was a sign-out, whatever localStorage says.
 * - none: neither is known.
 */
export type TokenState = 'tokens' | 'signed_out' | 'none'

/** What is stored of the provider's tokens. */
export async function readTokenState(): Promise<TokenState> {
  const keys = await onTokens('readonly', readTokenKeys, [])
  if (keys.includes(signedOutKey)) return 'signed_out'
  return keys.length > 0 ? 'tokens' : 'none'
}

const WithRefreshToken = v.pipe(v.string(), v.parseJson(), v.object({ refresh_token: v.string() }))

/** The refresh token; undefined if there is none or it cannot be read. Without oidc-client-ts: a sign-out waits for no chunk. */
export async function readRefreshToken(): Promise<string | undefined> {
  const stored = await onTokens<unknown[]>('readonly', (rows) => promisifyRequest<unknown[]>(rows.getAll()), [])
  for (const text of [...Array.from(unwrittenTokens.values(), (tokens) => tokens.text), ...stored]) {
    const parsed = v.safeParse(WithRefreshToken, text)
    if (parsed.success) return parsed.output.refresh_token
  }
  return undefined
}

/** Deletes the tokens; the club session is not affected. */
export function clearProviderTokens(): Promise<void> {
  unwrittenTokens.clear()
  return onTokens('readwrite', (rows) => promisifyRequest(rows.clear()), undefined)
}

/** Deletes the tokens after a sign-out, and records the sign-out for the next start. */
export async function markSignedOut(): Promise<void> {
  unwrittenTokens.clear()
  const isMarked = await onTokens(
    'readwrite',
    async (rows) => {
      await promisifyRequest(rows.clear())
      await promisifyRequest(rows.put(true, signedOutKey))
      return true
    },
    false,
  )
  // A full disk has no room for the mark, but lets the tokens go.
  if (!isMarked) await clearProviderTokens()
}
