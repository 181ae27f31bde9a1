import type { EndpointName } from '#contract/index.ts'
import { publicSource, type PublicSource } from '#server/http/files/publicBody.ts'

/**
 * The endpoints whose answer to a visitor follows from the request and from what `findPublicVersion` covers, and from nothing else: neither
 * from the time, nor from who asks. How many of a reward are left before redeeming is asked of the database each time.
 */
const cached: ReadonlySet<EndpointName> = new Set([
  'staticContents',
  'instrumentList',
  'homepagePopup',
  'listRedeemItems',
  'getRedeemItem',
  'getEvent',
] satisfies EndpointName[])

/** More than a club has pages; addresses that were made up must not fill the memory. */
const maxCached = 500

/** The answers to visitors that this process has made since what they show has changed. */
export interface PublicAnswers {
  /** How many seconds caches in front may keep an answer without asking, and this process its own. */
  seconds: number
  isCached: (name: EndpointName) => boolean
  /** The answer to a request, made by `make` where it is not known yet. */
  find: (name: EndpointName, request: unknown, make: () => Promise<unknown>) => Promise<PublicSource>
}

/**
 * Keeps answers to visitors. The first call after `seconds` asks for the version, which other processes change, too; the calls of that moment
 * wait for it together. An answer is made after its version was read, so that it is never older.
 */
export function cachePublicAnswers(options: { readVersion: () => Promise<string>; seconds: number }): PublicAnswers {
  const { readVersion, seconds } = options
  let version: string | null = null
  let answers = new Map<string, Promise<PublicSource>>()
  let askedAt = -Infinity
  let asked: Promise<void> = Promise.resolve()

  async function ask(): Promise<void> {
    try {
      const found = await readVersion()
      if (found === version) return
      version = found
      answers = new Map()
    } catch (error) {
      askedAt = -Infinity
      throw error
    }
  }

  function whenFresh(): Promise<void> {
    const now = performance.now()
    if (now - askedAt < seconds * 1000) return asked
    askedAt = now
    asked = ask()
    return asked
  }

  return {
    seconds,
    isCached: (name) => cached.has(name),
    async find(name, request, make) {
      await whenFresh()
      const [key, current] = [`${name} ${JSON.stringify(request)}`, answers]
      const known = current.get(key)
      if (known) {
        // The oldest is the first: made-up addresses push each other out, and nothing that is asked for.
        current.delete(key)
        current.set(key, known)
        return known
      }
      const made = make().then((answer) => publicSource(JSON.stringify(answer)))
      current.set(key, made)
      made.catch(() => current.delete(key))
      const [oldest] = current.keys()
      if (current.size > maxCached && oldest !== undefined) current.delete(oldest)
      return made
    },
  }
}
