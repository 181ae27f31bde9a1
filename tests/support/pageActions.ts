import { expect, type Locator, type Page } from '@playwright/test'
import { type Language, languageTags } from '#contract/language.ts'
import type { Club } from './club.ts'
import { readDatabase } from './indexedDatabases.ts'
import type { TestMember } from './members.ts'
import { patient } from './patience.ts'
import { type ChosenFile, pictureOf } from './pictures.ts'
import type { Held } from './proxy.ts'

/** The way to sign in that a visitor's page offers: home has a second one where scans wait for their member. */
export const signInLink = (page: Page): Locator => page.getByRole('main').getByRole('link', { name: 'Sign in' }).first()

/** Signs in at the club's own identity provider, from the current page, and returns to it. */
export async function signInFromPage(page: Page, member: TestMember): Promise<void> {
  await signInLink(page).click()
  await fillSignIn(page, member)
}

/** Fills in the identity provider's page. */
export async function fillSignIn(page: Page, member: TestMember): Promise<void> {
  await page.getByLabel('Email address').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens home and signs in through the pages, as a person would. */
export async function signIn(page: Page, member: TestMember): Promise<void> {
  await page.goto('/en')
  await signInFromPage(page, member)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
}

/** Shows a page that is open in another language, by the language switch, which loads nothing anew. */
export async function showIn(page: Page, lang: Language): Promise<void> {
  // A press at the moment at which the app takes the document over can be lost.
  await expect(page.locator('[data-prerendered]')).toHaveCount(0)
  await page.getByRole('banner').locator(`a[hreflang="${languageTags[lang]}"]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', languageTags[lang])
}

/** Opens home, in a browser with a signed-in member. */
export async function openHome(page: Page, { firstName }: TestMember): Promise<void> {
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(firstName)
}

/**
 * Signs out from the page with the button, and waits until the page has been redirected to the identity provider and
 * back: home for visitors is shown before that, and a navigation at that time would be interrupted by the redirect.
 */
export async function signOut(page: Page, lastPress = 'Sign out'): Promise<void> {
  const cameBack = page.waitForEvent('load')
  await page.getByRole('button', { name: lastPress }).click()
  await cameBack
  await expect(signInLink(page)).toBeVisible()
}

/**
 * Waits until the app works offline: its worker has cached everything and controls this page, and the season's concerts
 * are on the device.
 */
export async function untilOfflineReady(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? ''))
    .toContain('static-contents')
  // Asked again and again: a promise of the page for it would have no end if the installation failed.
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: patient(180_000) })
    .toBe(true)
}

/** Opens home and waits until the app works offline. Contents to be shown offline must exist before. */
export async function openOfflineReady(page: Page, member: TestMember): Promise<void> {
  await openHome(page, member)
  await untilOfflineReady(page)
}

/** Opens the scanner and selects a picture of these codes, like a member who has the tickets as a screenshot. */
export async function scanPicture(page: Page, ...codes: string[]): Promise<void> {
  await page.goto('/en/scanner')
  await chooseFile(page, pictureOf(...codes))
}

/** The same from another page of the app, by its tab: nothing is loaded anew. */
export async function scanNext(page: Page, ...codes: string[]): Promise<void> {
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Scan' }).click()
  await page.waitForURL(/\/scanner$/)
  await chooseFile(page, pictureOf(...codes))
}

/** Scans a picture of a ticket online, confirms it, and waits until its points are added. */
export async function scanAndConfirm(page: Page, code: string): Promise<void> {
  await scanPicture(page, code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
}

/** Selects a file in the open scanner. */
export async function chooseFile(page: Page, file: ChosenFile): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
}

/**
 * Where an element is, once it is shown. The app replaces the prerendered page, so that an element that was found may
 * be gone.
 */
export async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let box = await element.boundingBox()
  await expect
    .poll(async () => (box ??= await element.boundingBox()), 'The element must be shown to have a place')
    .not.toBeNull()
  if (box === null) throw new Error('The element has no place.')
  return box
}

/** The number of points on home, on the current page. */
export function pointsShown(page: Page): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: 'Your points' }) }).getByText(/^[\d,]+$/)
}

/** The network is back, and the browser reports it. */
export async function networkReturns(page: Page, { proxy }: Pick<Club, 'proxy'>): Promise<void> {
  await proxy.goOnline()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/**
 * Waits until the draft holds what was last filled in: "Saved on this device" may still tell of what was typed before.
 */
export async function untilDraftHolds(page: Page, last: Locator): Promise<void> {
  const name = ((await last.getAttribute('id')) ?? '').replace('field-', '')
  const stored = JSON.stringify({ [name]: await last.inputValue() }).slice(1, -1)
  await expect.poll(async () => JSON.stringify(await readDatabase(page, 'club-bravo-drafts'))).toContain(stored)
}

/** Opens a page whose app comes when it is released. */
export async function openBeforeTheApp(page: Page, { proxy }: Pick<Club, 'proxy'>, address: string): Promise<Held> {
  const app = proxy.hold({ path: /\/assets\/club-.*\.js$/ })
  await page.goto(address, { waitUntil: 'commit' })
  await app.arrived
  return app
}

/** Makes every load of the page fetch all its files, as the first one does. */
export async function forgetFiles(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
}

/**
 * Deletes what the app and the provider have stored, away from the app, which would store it anew: the next visit is a
 * first one.
 */
export async function forgetVisit(page: Page): Promise<void> {
  await page.goto('/livez')
  await page.evaluate(() => sessionStorage.clear())
  await page.context().clearCookies()
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
}
