import { expect, type Locator, type Page } from '@playwright/test'
import type { Club } from './club.ts'
import type { TestMember } from './members.ts'
import { type ChosenFile, pictureOf } from './pictures.ts'

/** Signs in at the club's own identity provider, from the page that stands here, and comes back to it. */
export async function signInHere(page: Page, member: TestMember): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, member)
}

/** Fills in the identity provider's page. */
export async function fillSignIn(page: Page, member: TestMember): Promise<void> {
  await page.getByLabel('Email address').fill(member.email)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens home and signs in through the pages, as a person does. */
export async function signIn(page: Page, member: TestMember): Promise<void> {
  await page.goto('/en')
  await signInHere(page, member)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
}

/** Opens home, in a browser in which the member has signed in. */
export async function openHome(page: Page, { firstName }: TestMember): Promise<void> {
  await page.goto('/en')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(firstName)
}

/**
 * Signs out from the page that has the button, and waits until the page has been to the identity provider and come back: home for
 * visitors is shown before, and whoever goes elsewhere then is called back.
 */
export async function signOut(page: Page, lastPress = 'Sign out'): Promise<void> {
  const cameBack = page.waitForEvent('load')
  await page.getByRole('button', { name: lastPress }).click()
  await cameBack
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
}

/**
 * Waits until the app works without a network: its worker has everything and answers for this page, and the season's concerts
 * are on the phone.
 */
export async function untilOfflineReady(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? ''))
    .toContain('static-contents')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
    }
  })
}

/** Opens home and waits until the app works offline. Contents that it shows offline must be there before. */
export async function openOfflineReady(page: Page, member: TestMember): Promise<void> {
  await openHome(page, member)
  await untilOfflineReady(page)
}

/** Opens the scanner and gives it a picture of these codes, as a member does who has the tickets as a screenshot. */
export async function scanPicture(page: Page, ...codes: string[]): Promise<void> {
  await page.goto('/en/scanner')
  await chooseFile(page, pictureOf(...codes))
}

/** Gives the scanner that is open a file. */
export async function chooseFile(page: Page, file: ChosenFile): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
}

/** The number of points on home, where the page stands already. */
export function pointsShown(page: Page): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: 'Your points' }) }).getByText(/^[\d,]+$/)
}

/** The signal is back, and the browser says so. */
export async function networkReturns(page: Page, { proxy }: Pick<Club, 'proxy'>): Promise<void> {
  await proxy.goOnline()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}
