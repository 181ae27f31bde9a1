import { type BrowserContext, expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { test } from '#tests/support/clubTest.ts'
import { openHome, signIn } from '#tests/support/pageActions.ts'

const Records = v.array(v.object({ key: v.optional(v.unknown()), value: v.unknown() }))
const State = v.object({
  cookies: v.array(v.object({ name: v.string(), path: v.string(), expires: v.number() })),
  origins: v.array(
    v.object({
      origin: v.string(),
      localStorage: v.array(v.object({ name: v.string(), value: v.string() })),
      indexedDB: v.array(
        v.object({ name: v.string(), version: v.number(), stores: v.array(v.object({ records: Records })) }),
      ),
    }),
  ),
})

/** Addresses of the one sign-in page that a cookie was for. */
const withoutNumber = (path: string) => path.replace(/(?<=\/interaction\/).*/, '…')

/**
 * What a value is made of, such as `{ id: 'string' }`: JSON is looked into, and values that differ by member are left
 * out.
 */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return shapeOfText(value)
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, shapeOf(part)] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  )
}

function shapeOfText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? shapeOf(value) : typeof value
  } catch {
    return 'string'
  }
}

/** The shape of everything that a browser holds of a sign-in. */
async function signInIn(context: BrowserContext, origin: string): Promise<unknown> {
  const { cookies, origins } = v.parse(State, await context.storageState({ indexedDB: true }))
  const own = origins.find((one) => one.origin === origin)
  return {
    cookies: cookies.map(({ path, expires, ...cookie }) => ({
      ...cookie,
      path: withoutNumber(path),
      isForTheSession: expires === -1,
    })),
    // What the visited pages have loaded depends on how many there were.
    localStorage: own?.localStorage
      .filter(({ name }) => name !== 'club-bravo.answers')
      .map(({ name, value }) => [name, shapeOfText(value)])
      .toSorted(),
    // Written when a page is left: signing in leaves some, and whether what writes it had started by then is chance.
    indexedDB: own?.indexedDB
      .filter(({ name }) => name !== 'club-bravo-while-closed')
      .map(({ name, version, stores }) => ({ name, version, records: stores.flatMap(({ records }) => records) }))
      .map(({ records, ...database }) => ({
        ...database,
        records: records.map(({ key, value }) => [key, shapeOf(value)]),
      })),
  }
}

/** Waits until the app has stored the member's card with its picture, which it does behind the page. */
async function untilCardIsStored(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.card') ?? '')).toContain('"picture":{')
}

test('A stored sign-in equals what signing in through the pages leaves in the browser', async ({
  signedInPage,
  browser,
  club,
  member,
}) => {
  await openHome(signedInPage, member)
  await untilCardIsStored(signedInPage)
  const stored = await signInIn(signedInPage.context(), club.origin)
  expect(JSON.stringify(stored)).toMatch(/jwt-token.*memberId|memberId.*jwt-token/)
  const through = await browser.newContext({ baseURL: club.origin })
  const page = await through.newPage()
  await signIn(page, member)
  await untilCardIsStored(page)
  expect(stored).toEqual(await signInIn(through, club.origin))
  await through.close()
})
