import { promisifyRequest } from 'idb-keyval'
import type { StateStore } from 'oidc-client-ts'
import * as v from 'valibot'
import { onTokens, readTokenKeys, signedOutKey, unwrittenTokens } from './providerTokens.ts'

/** How soon to try again to write tokens that storage did not take, in milliseconds. */
const retryMs = 15_000

/** The text that was last read under a key: the one that unwritten tokens replace. */
const lastRead = new Map<string, string | null>()

/** The tokens under a key; null if there are none, or the row is none of tokens. */
export async function readTokenText(rows: IDBObjectStore, key: string): Promise<string | null> {
  const text: unknown = await promisifyRequest<unknown>(rows.get(key))
  return v.is(v.string(), text) ? text : null
}

/**
 * The user store of oidc-client-ts: the tokens and their claims. Tokens that storage does not take (the disk is full) stay in memory, are
 * read from there, and are written as soon as storage takes them: the provider has already ended their predecessors.
 */
export const providerTokens: StateStore = {
  get: async (key) => {
    const stored = await onTokens('readonly', (rows) => readTokenText(rows, key), null)
    lastRead.set(key, stored)
    return unwrittenTokens.get(key)?.text ?? stored
  },
  set: async (key, text) => {
    signedInWith.set(key, text)
    const isWritten = await onTokens(
      'readwrite',
      async (rows) => {
        await promisifyRequest(rows.put(text, key))
        await promisifyRequest(rows.delete(signedOutKey))
        return true
      },
      false,
    )
    settleWrite(isWritten, key, text)
  },
  remove: async (key) => {
    unwrittenTokens.delete(key)
    return await onTokens(
      'readwrite',
      async (rows) => {
        const text = await readTokenText(rows, key)
        await promisifyRequest(rows.delete(key))
        return text
      },
      null,
    )
  },
  getAllKeys: () =>
    onTokens('readonly', async (rows) => (await readTokenKeys(rows)).filter((key) => key !== signedOutKey), []),
}

/** Keeps in memory what storage did not take. */
function settleWrite(isWritten: boolean, key: string, text: string): void {
  if (isWritten) {
    unwrittenTokens.delete(key)
    return
  }
  unwrittenTokens.set(key, { text, replaces: lastRead.get(key) ?? null })
  retryUntilWritten()
}

/**
 * The same store for a renewal, which may have been held up on the way: it replaces the tokens that it was made with, and no others. By then a
 * member may have signed out, or another one in.
 *
 * @throws from `set`, if the tokens are no longer those that were read last
 */
export const renewedTokens: StateStore = {
  ...providerTokens,
  set: async (key, text) => {
    const expected = lastRead.get(key) ?? null
    const outcome = await onTokens<'written' | 'superseded' | 'failed'>(
      'readwrite',
      async (rows) => {
        if ((await readTokenText(rows, key)) !== expected) return 'superseded'
        await promisifyRequest(rows.put(text, key))
        return 'written'
      },
      'failed',
    )
    if (outcome === 'superseded') throw new Error('The tokens were replaced during their renewal.')
    settleWrite(outcome === 'written', key, text)
  },
}

/** What a sign-in has stored from this page. */
const signedInWith = new Map<string, string>()

/** Deletes the tokens of this page's sign-in, which has failed since. Those of a later one stay. */
export async function discardSignIn(): Promise<void> {
  for (const [key, text] of signedInWith) {
    if (unwrittenTokens.get(key)?.text === text) unwrittenTokens.delete(key)
    await onTokens(
      'readwrite',
      async (rows) => {
        if ((await readTokenText(rows, key)) === text) await promisifyRequest(rows.delete(key))
      },
      undefined,
    )
  }
  signedInWith.clear()
}

/**
 * Writes the tokens again, those in memory before those that they replace; tokens in memory are dropped if the stored ones are no longer the
 * ones that they replace, because a tab has signed in or out.
 *
 * @returns whether storage takes tokens: if not, a refresh token must not be spent, because its successor could not be kept
 */
export async function rewriteTokens(): Promise<boolean> {
  const tried = [...unwrittenTokens]
  const isWritten = await onTokens(
    'readwrite',
    async (rows) => {
      for (const key of await readTokenKeys(rows)) {
        const stored = await readTokenText(rows, key)
        if (stored === null) continue
        const newer = unwrittenTokens.get(key)
        await promisifyRequest(rows.put(newer?.replaces === stored ? newer.text : stored, key))
      }
      return true
    },
    false,
  )
  if (!isWritten) return false
  for (const [key, tokens] of tried) if (unwrittenTokens.get(key) === tokens) unwrittenTokens.delete(key)
  return true
}

let retries: AbortController | undefined

/** Writes the tokens again when the page is shown, and from time to time, until storage takes them. */
function retryUntilWritten(): void {
  if (retries) return
  const retrying = new AbortController()
  retries = retrying
  const retry = async () => {
    if (unwrittenTokens.size > 0 && !(await rewriteTokens())) return
    clearInterval(timer)
    retrying.abort()
    retries = undefined
  }
  const timer = setInterval(() => void retry(), retryMs)
  document.addEventListener('visibilitychange', () => void retry(), { signal: retrying.signal })
}
