import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'
import { isInstalled, rootPageFile } from '#contract/pages.ts'

/** The files of the app, in the cache that its worker fills when it is installed. */
export const precache = new PrecacheController()

/**
 * How many files are fetched at once. One after another, as Workbox does, a phone waits for the network a hundred
 * times before the app works offline; all at once, the page would wait for them.
 */
const parallelFetches = 6

/** Keeps a file of this version, unless it is there. */
async function keep({ url, revision = null, integrity = '' }: PrecacheEntry): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName)
  const key = precache.getCacheKeyForURL(url) ?? url
  if (await cache.match(key)) return
  const load = (mode: RequestCache) => fetch(url, { cache: mode, integrity })
  // What the page has loaded is loaded once; what the browser keeps under a name may also be a portal's.
  const response = await (revision === null ? load('default').catch(() => load('reload')) : load('reload'))
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  await cache.put(key, response)
}

/**
 * Fetches the files that the cache lacks, the page last that shows whether all are there: what is interrupted goes on
 * with the next attempt.
 *
 * @param files the precached files, with their hashes: nothing else is kept
 * @throws where one of them cannot be had: without a network, or once the server has another version
 */
export async function fillPrecache(files: readonly PrecacheEntry[]): Promise<void> {
  const installed = files.filter(({ url }) => isInstalled(`/${url}`))
  const left = installed.filter((file) => !isRootPage(file))
  const keepInTurn = async () => {
    for (let next = left.pop(); next; next = left.pop()) await keep(next)
  }
  await Promise.all(Array.from({ length: parallelFetches }, keepInTurn))
  for (const root of installed.filter(isRootPage)) await keep(root)
}

/**
 * The document of a page, which is kept from the first visit on where it was not installed; undefined where neither the
 * cache nor the network has it in time.
 *
 * @param files the precached files, with their hashes
 * @param seconds how long the network may take
 */
export async function findDocument(
  files: readonly PrecacheEntry[],
  page: string,
  seconds: number,
): Promise<Response | undefined> {
  const entry = files.find(({ url }) => `/${url}` === page)
  if (entry && !isInstalled(page)) {
    const late = new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000))
    await Promise.race([keep(entry).catch(() => undefined), late])
  }
  return precache.matchPrecache(page)
}

function isRootPage({ url }: PrecacheEntry): boolean {
  return `/${url}` === rootPageFile
}
