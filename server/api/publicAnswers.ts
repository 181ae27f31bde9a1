import type { EndpointName } from '#contract/index.ts'
import { publicSource, type PublicSource } from '#server/http/files/publicBody.ts'
import { createPublicCache } from '#server/http/publicCache.ts'

/**
 * The endpoints whose answer to a visitor follows from the request and from what `findPublicVersion` covers, and from
 * nothing else: neither from the time, nor from who asks. How many of a reward are left before redeeming is asked of
 * the database each time.
 */
const cached: ReadonlySet<EndpointName> = new Set([
  'staticContents',
  'instrumentList',
  'homepagePopup',
  'listRedeemItems',
  'getRedeemItem',
  'getEvent',
] satisfies EndpointName[])

/** The answers to visitors that this process has made since what they show has changed. */
export interface PublicAnswers {
  /** How many seconds caches in front may keep an answer without asking, and this process its own. */
  seconds: number
  isCached: (name: EndpointName) => boolean
  /** The answer to a request, made by `make` where it is not known yet. */
  find: (name: EndpointName, request: unknown, make: () => Promise<unknown>) => Promise<PublicSource>
}

/** Keeps answers to visitors, of more pages than a club has. */
export function cachePublicAnswers(options: { readVersion: () => Promise<string>; seconds: number }): PublicAnswers {
  const cache = createPublicCache<PublicSource>({ ...options, maxEntries: 500 })
  return {
    seconds: options.seconds,
    isCached: (name) => cached.has(name),
    find: (name, request, make) =>
      cache.find(`${name} ${JSON.stringify(request)}`, async () => publicSource(JSON.stringify(await make()))),
  }
}
