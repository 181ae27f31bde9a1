import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { ScanEntry } from '#src/outbox/entry.ts'

/** The scans on a phone as they lie in IndexedDB, read from outside of the product's code. */
export async function readRows(page: Page): Promise<ScanEntry[]> {
  return v.parse(v.array(ScanEntry), await page.evaluate(readStore, 'club-bravo-scans'))
}

/** Runs in the page. A database that does not exist yet holds nothing, and is not made by looking. */
async function readStore(name: string): Promise<unknown[]> {
  const known = await indexedDB.databases()
  if (!known.some((database) => database.name === name)) return []
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database does not open.')))
  })
  try {
    return await new Promise<unknown[]>((resolve, reject) => {
      const request = database.transaction(name).objectStore(name).getAll()
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('The rows cannot be read.')))
    })
  } finally {
    database.close()
  }
}
