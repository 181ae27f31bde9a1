import { syncTag } from '#src/outbox/backgroundSync.ts'
import { cleanUpCaches, keepContents, keepShell } from './caching.ts'
import { keepPictures } from './pictures.ts'
import { sendScans } from './sync.ts'

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

declare const self: Omit<ServiceWorkerGlobalScope, 'addEventListener'> & {
  __WB_MANIFEST: { url: string; revision: string | null }[]
  addEventListener: ServiceWorkerGlobalScope['addEventListener'] &
    ((type: 'sync', listener: (event: SyncEvent) => void) => void)
}

// fetch: the shell and its parts, the public contents, pictures; everything else goes to the network untouched.
keepShell(self.__WB_MANIFEST)
keepContents()
keepPictures()

self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), cleanUpCaches()])))

// The page asks with workbox-window's message once the member has agreed to the new version.
self.addEventListener('message', ({ data }: { data: unknown }) => {
  if (isSkipWaiting(data)) void self.skipWaiting()
})

// Background Sync, where the browser has it: works with no window open.
self.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(sendScans())
})

function isSkipWaiting(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'
}
