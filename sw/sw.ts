import { syncTag } from '#src/outbox/whileClosed.ts'
import { cacheContents, deleteOldCaches, precacheApp } from './caching.ts'
import { openMyScans } from './notification.ts'
import { cachePictures } from './pictures.ts'
import { takeShares } from './shares.ts'
import { sendWhatWaits } from './sync.ts'

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

declare const self: Omit<ServiceWorkerGlobalScope, 'addEventListener'> & {
  __WB_MANIFEST: { url: string; revision: string | null; integrity: string }[]
  addEventListener: ServiceWorkerGlobalScope['addEventListener'] &
    ((type: 'sync', listener: (event: SyncEvent) => void) => void)
}

// fetch: the app's files, public contents, pictures and shared files; everything else goes to the network untouched.
const manifest = self.__WB_MANIFEST
precacheApp(manifest)
cacheContents()
cachePictures()
takeShares()

// The pages come last: a page that is controlled has everything.
self.addEventListener('activate', (event) =>
  event.waitUntil(
    deleteOldCaches(event, manifest)
      .catch(() => undefined)
      .then(() => self.clients.claim()),
  ),
)

// Sent by workbox-window once the member has accepted the new version.
self.addEventListener('message', ({ data }: { data: unknown }) => {
  if (isSkipWaiting(data)) void self.skipWaiting()
})

// Background Sync, in browsers that have it: runs with no window open.
self.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(sendWhatWaits())
})

// A notification of added points was tapped.
self.addEventListener('notificationclick', (event) => event.waitUntil(openMyScans(event.notification)))

function isSkipWaiting(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'
}
