import { runAsSystem } from '#server/gate/client.ts'

/** What this process has made for every visitor since what it shows has changed. */
export interface PublicCache<Made> {
  /** What `make` makes for a key, where it is not known yet. Not kept if it fails. */
  find: (key: string, make: () => Promise<Made>) => Promise<Made>
}

/**
 * Keeps what follows from a key and from a version, and from nothing else. The first call after `seconds` asks for the
 * version, which other processes change, too; the calls of that moment wait for it together. Nothing is older than its
 * version, which is read before it is made.
 *
 * @param options.maxEntries more than is usually asked for: made-up keys push each other out, and must not fill the
 *   memory
 */
export function createPublicCache<Made>(options: {
  readVersion: () => Promise<string>
  seconds: number
  maxEntries: number
}): PublicCache<Made> {
  const { readVersion, seconds, maxEntries } = options
  let version: string | null = null
  let entries = new Map<string, Promise<Made>>()
  let askedAt = -Infinity
  let asked: Promise<void> = Promise.resolve()

  async function ask(): Promise<void> {
    try {
      const found = await readVersion()
      if (found === version) return
      version = found
      entries = new Map()
    } catch (error) {
      askedAt = -Infinity
      throw error
    }
  }

  function whenFresh(): Promise<void> {
    const now = performance.now()
    if (now - askedAt < seconds * 1000) return asked
    askedAt = now
    asked = runAsSystem(ask)
    return asked
  }

  return {
    async find(key, make) {
      await whenFresh()
      const current = entries
      const known = current.get(key)
      if (known) {
        // The oldest is the first, so that what is asked for stays.
        current.delete(key)
        current.set(key, known)
        return known
      }
      const made = runAsSystem(make)
      current.set(key, made)
      made.catch(() => current.delete(key))
      const [oldest] = current.keys()
      if (current.size > maxEntries && oldest !== undefined) current.delete(oldest)
      return made
    },
  }
}
