import { expect, type Page } from '@playwright/test'
import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import { createClient } from '#src/api/client.ts'
import type { Club } from './club.ts'
import { untilOfflineReady } from './pageActions.ts'

/** The server's response to a viewer: to a visitor, or to the owner of a token. Throws on an error status. */
export async function askServer<E extends Endpoint>(
  { server }: Pick<Club, 'server'>,
  target: E,
  request: RequestOf<E>,
  token: string | null = null,
): Promise<AnswerOf<E>> {
  const origin = `http://127.0.0.1:${server.port}`
  const client = createClient({ origin, product: 'club-bravo', readToken: () => Promise.resolve(token) })
  const answer = await client.call(target, request)
  if (!answer.ok) throw new Error(`${target.path} failed: ${JSON.stringify(answer.error)}`)
  return answer.data
}

/** Waits until this visit can be repeated offline: the worker has cached what the page shows. */
export async function untilVisitIsCached(page: Page): Promise<void> {
  await untilOfflineReady(page)
  await expect.poll(async () => (await cachedAddresses(page)).join(' ')).toContain('list-redeem-items')
}

/** The addresses, without their host, of everything that the worker caches apart from the app itself. */
export function cachedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('club-bravo-'))
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return lists.flat().map(({ url }) => url.slice(location.origin.length))
  })
}

/** Takes the network away from pages and worker, and reports that to the browser. */
export async function disconnect(page: Page, { proxy }: Pick<Club, 'proxy'>): Promise<void> {
  await proxy.goOffline()
  await page.context().setOffline(true)
}

/** Gives it back. */
export async function reconnect(page: Page, { proxy }: Pick<Club, 'proxy'>): Promise<void> {
  await proxy.goOnline()
  await page.context().setOffline(false)
}

/** Leaves the app, and makes every stored answer two hours older, as if it had been closed for that time. */
export async function ageCacheByTwoHours(page: Page): Promise<void> {
  // A page of the server itself, because the app would overwrite this with its state.
  await page.goto('/livez')
  await page.evaluate(() => {
    const key = 'club-bravo.answers'
    const aged = (localStorage.getItem(key) ?? '').replaceAll(
      /"dataUpdatedAt":(\d+)/g,
      (_, heardAt: string) => `"dataUpdatedAt":${Number(heardAt) - 2 * 60 * 60 * 1000}`,
    )
    localStorage.setItem(key, aged)
  })
}
