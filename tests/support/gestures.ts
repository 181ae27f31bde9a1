import { expect, type Page } from '@playwright/test'
import type { TestMember } from './members.ts'
import { pictureOf } from './tickets.ts'

/** Signs in at the club's own identity provider, from the page that stands here, and comes back to it. */
export async function signInHere(page: Page, member: TestMember): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email address').fill(member.email)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens home and signs in. */
export async function signIn(page: Page, member: TestMember): Promise<void> {
  await page.goto('/en')
  await signInHere(page, member)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
}

/** Waits until the app works without a network: its worker has everything and answers for this page. */
export async function untilKeptOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
    }
  })
}

/** Opens the scanner and gives it pictures of these codes, as a member does who has the tickets as screenshots. */
export async function scanPictures(page: Page, ...codes: string[]): Promise<void> {
  await page.goto('/en/scanner')
  for (const code of codes) await choosePicture(page, await pictureOf(code))
}

/** Gives the scanner that is open a file. */
export async function choosePicture(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
}

/** The number of points on home. */
export async function pointsOnHome(page: Page): Promise<number> {
  await page.goto('/en')
  const card = page.getByRole('region', { name: 'Your points' })
  return Number((await card.getByText(/^[\d,]+$/).innerText()).replaceAll(',', ''))
}
