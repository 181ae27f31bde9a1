import type { BrowserContext } from '@playwright/test'

interface StoredDatabase {
  name: string
  version: number
  stores: { name: string; records: readonly { key?: string; value?: unknown }[] }[]
}

/** What one site has stored, in the form of Playwright's storage states. */
interface StoredSite {
  origin: string
  localStorage: { name: string; value: string }[]
  /** Each with stores whose records have their keys beside them. */
  indexedDB?: StoredDatabase[]
}

export interface StoredState {
  cookies: Parameters<BrowserContext['addCookies']>[0]
  origins: StoredSite[]
}

/**
 * Puts a state into a browser. Playwright's own `setStorageState` closes its page before the databases' transactions
 * are complete, which on a busy machine loses what it has written.
 */
export async function restoreState(context: BrowserContext, { cookies, origins }: StoredState): Promise<void> {
  await context.addCookies(cookies)
  for (const site of origins) {
    const page = await context.newPage()
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Empty</title>' }))
    // An address that is the server's own: at another one the worker may open the app, which would see half of it.
    await page.goto(`${site.origin}/livez`)
    await page.evaluate(writeAll, site)
    await page.close()
  }
}

/** Runs in the page. Resolves once everything is committed. */
async function writeAll({ localStorage: items, indexedDB: databases = [] }: StoredSite): Promise<void> {
  for (const { name, value } of items) localStorage.setItem(name, value)
  for (const { name, version, stores } of databases) {
    if (stores.length === 0) continue
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name, version)
      opening.addEventListener('upgradeneeded', () => {
        for (const store of stores) opening.result.createObjectStore(store.name)
      })
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error(`${name} cannot be opened.`)))
    })
    await new Promise<void>((resolve, reject) => {
      const names = stores.map((store) => store.name)
      const transaction = database.transaction(names, 'readwrite', { durability: 'strict' })
      for (const store of stores)
        for (const { key, value } of store.records) transaction.objectStore(store.name).put(value, key)
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error(`${name} takes no record.`)))
    })
    database.close()
  }
}
