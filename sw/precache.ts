import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'

/** Every file of the app, in the cache that its worker fills when it is installed. */
export const precache = new PrecacheController()

/**
 * How many files are fetched at once. One after another, as Workbox does, a phone waits for the network four hundred
 * times before the app works offline; all at once, the page would wait for them.
 */
const parallelFetches = 4

/** Fetches the files that the cache lacks. */
export async function fillPrecache(event: ExtendableEvent, files: readonly PrecacheEntry[]): Promise<void> {
  const shares = Array.from({ length: parallelFetches }, (_, share) =>
    files.filter((_file, index) => index % parallelFetches === share),
  )
  await Promise.all(
    shares.map(async (share) => {
      const filler = new PrecacheController()
      filler.addToCacheList([...share])
      await filler.install(event)
    }),
  )
}
