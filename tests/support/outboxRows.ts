import { expect, type Page } from '@playwright/test'

export async function expectNoScans(page: Page): Promise<void> {
  await page.goto('/en/my-scans')
  await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
}

/** Writes a row into the outbox, also one that no version of the app would write. Runs in the page. */
export async function writeRow(row: { id: string } & Record<string, unknown>): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('club-bravo-scans')
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('The outbox cannot be opened.')))
  })
  const [store = ''] = database.objectStoreNames
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(store, 'readwrite')
    transaction.objectStore(store).put(row, row.id)
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('error', () => reject(transaction.error ?? new Error('The row cannot be written.')))
  })
  database.close()
}
