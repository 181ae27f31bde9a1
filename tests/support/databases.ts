import type { Page } from 'playwright-core'

/** The values of a database of the product as stored in IndexedDB (its one store has the database's name), read without its code. */
export function readDatabase(page: Page, name: string): Promise<unknown[]> {
  return page.evaluate(readStore, name)
}

/** All values of the page's databases, as one text. */
export async function readDatabases(page: Page): Promise<string> {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
  const values = await Promise.all(names.map((name) => readDatabase(page, name)))
  return JSON.stringify(values)
}

/** Runs in the page. A database that does not exist yet is empty, and reading does not create it. */
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
