import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** How long Chromium may go by the space that it counted last, in milliseconds, with some room. */
const countingLimitMs = 60_000

/**
 * Leaves an origin's databases no space, for all tabs of the page's browser. Deleting still works, as on a disk that is
 * full. The page must be one of the origin's.
 *
 * @returns gives the space back
 */
export async function fillDisk(page: Page, origin: string): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  const deadline = Date.now() + countingLimitMs
  while (!(await page.evaluate(storageIsFull))) {
    if (Date.now() > deadline) throw new Error('The databases still take more.')
    await delay(500)
  }
  return async () => {
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
    await devtools.detach()
  }
}

/** Whether this origin's databases take no more. Runs in the page. */
async function storageIsFull(): Promise<boolean> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('club-bravo-test-space')
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('space'))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('No database.')))
  })
  const full = await new Promise<boolean>((resolve) => {
    const transaction = database.transaction('space', 'readwrite')
    transaction.objectStore('space').put('x'.repeat(10_000), 'one')
    transaction.addEventListener('complete', () => resolve(false))
    transaction.addEventListener('abort', () => resolve(true))
  })
  database.close()
  return full
}
