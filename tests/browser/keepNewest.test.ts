import { afterEach, expect, test } from 'vitest'
import { keepNewest } from '../../sw/keepNewest.ts'

const cacheName = 'club-bravo-test-newest'
const day = 24 * 60 * 60 * 1000

afterEach(() => caches.delete(cacheName))

/** Adds an entry and notifies the plugin, as Workbox does. */
async function put(plugin: ReturnType<typeof keepNewest>, path: string, daysOld = 0): Promise<void> {
  const cache = await caches.open(cacheName)
  const request = new Request(path)
  const newResponse = new Response('x', { headers: { date: new Date(Date.now() - daysOld * day).toUTCString() } })
  await cache.put(request, newResponse.clone())
  await plugin.cacheDidUpdate?.({ cacheName, request, newResponse, event: new ExtendableEventStub('fetch') })
}

/** Pages have no worker events. */
class ExtendableEventStub extends Event {
  waitUntil(): void {}
}

const cached = async () => (await (await caches.open(cacheName)).keys()).map(({ url }) => new URL(url).pathname)

test('Entries beyond the maximum are deleted, oldest first', async () => {
  const plugin = keepNewest({ entries: 3 })
  for (const path of ['/1', '/2', '/3', '/1', '/4', '/5']) await put(plugin, path)
  expect(await cached()).toEqual(['/1', '/4', '/5'])
})

test('Expired entries are deleted when the next one arrives; entries of unknown age stay', async () => {
  const plugin = keepNewest({ entries: 9, days: 60 })
  await put(plugin, '/old', 61)
  await put(plugin, '/older', 90)
  await put(plugin, '/new', 59)
  expect(await cached()).toEqual(['/new'])
  const cache = await caches.open(cacheName)
  await cache.put('/undated', new Response('x'))
  await put(plugin, '/next')
  expect(await cached()).toEqual(['/new', '/undated', '/next'])
})

test('Entries in other caches stay untouched', async () => {
  const other = await caches.open(`${cacheName}-other`)
  await other.put('/precious', new Response('x'))
  const plugin = keepNewest({ entries: 1 })
  await put(plugin, '/1')
  await put(plugin, '/2')
  expect(await other.keys()).toHaveLength(1)
  await caches.delete(`${cacheName}-other`)
})
