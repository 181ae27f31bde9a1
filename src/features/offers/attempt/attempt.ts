import * as v from 'valibot'
import type { KeyedEndpoint, RequestOf } from '#contract/endpoint.ts'
import { readTabValue, removeFromTab, writeTabValue } from '#src/platform/tabStorage.ts'

/** A request under its `Idempotency-Key`: however often it is sent, it is done once. */
export interface Attempt<Request> {
  key: string
  request: Request
}

/** A request under a key of its own. */
export function newAttempt<Request>(request: Request): Attempt<Request> {
  return { key: crypto.randomUUID(), request }
}

/** Where an attempt is kept while nobody knows what became of it. */
export interface AttemptStore<Request> {
  read: () => Attempt<Request> | null
  keep: (attempt: Attempt<Request>) => void
  drop: () => void
}

/**
 * Keeps a member's attempt in this tab, over a reload, until the tab is closed or the member signs out.
 *
 * @param subject what it is about, such as the id of a reward: another one has another attempt
 */
export function tabStore<E extends KeyedEndpoint>(
  endpoint: E,
  memberId: string,
  subject: string,
): AttemptStore<RequestOf<E>> {
  const name = `club-bravo.attempt.${endpoint.path}.${subject}`
  const Kept = v.object({
    memberId: v.literal(memberId),
    attempt: v.object({
      key: v.pipe(v.string(), v.uuid()),
      request: v.custom<RequestOf<E>>((request) => v.is(endpoint.request, request)),
    }),
  })
  return {
    read: () => readTabValue(name, Kept)?.attempt ?? null,
    keep: (attempt) => writeTabValue(name, { memberId, attempt }),
    drop: () => removeFromTab(name),
  }
}

/** Keeps nothing beyond the page: for what the member's own list says afterwards. */
export const noStore = { read: () => null, keep: () => undefined, drop: () => undefined }
