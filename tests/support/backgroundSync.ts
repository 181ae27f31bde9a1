import type { Page } from '@playwright/test'
import { syncTag } from '#src/outbox/whileClosed.ts'

/**
 * Fires the worker's `sync` event as Chromium does once it is online. Source: Chrome DevTools Protocol, ServiceWorker.
 */
export async function fireBackgroundSync(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registration,
    tag: syncTag,
    lastChance: false,
  })
}
