import type { Page, Worker } from 'playwright-core'

/**
 * The values of a database of the product as stored in IndexedDB (its one store has the database's name), read without
 * its code, by a page or a worker.
 */
export function readDatabase(reader: Pick<Worker, 'evaluate'>, name: string): Promise<unknown[]> {
  return reader.evaluate(readStore, name)
}

/** All values of the page's databases, as one text. */
export async function readDatabases(page: Page): Promise<string> {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
  const values = await Promise.all(names.map((name) => readDatabase(page, name)))
  return JSON.stringify(values)
}

/**
 * Everything that this browser has stored: local and session storage, the worker's caches and every database, as one
 * text.
 */
export async function storedTexts(page: Page): Promise<string> {
  const caches = await page.evaluate(async () => {
    const bodies: string[] = []
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name)
      for (const request of await cache.keys()) {
        if (!/\.(?:wasm|png|woff2)$/.test(request.url)) bodies.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), bodies])
  })
  return caches + (await readDatabases(page))
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

/** Leaves one row, or none, in a database of the product that exists. */
export function replaceRows(page: Page, name: string, row: { key: string; value: unknown } | null): Promise<void> {
  return page.evaluate(writeStore, { name, row })
}

/** Runs in the page. */
async function writeStore({ name, row }: { name: string; row: { key: string; value: unknown } | null }): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database does not open.')))
  })
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(name, 'readwrite')
    const store = transaction.objectStore(name)
    store.clear()
    if (row !== null) store.put(row.value, row.key)
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The row cannot be written.')))
  })
  database.close()
}
