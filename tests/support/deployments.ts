import { expect, type Page } from '@playwright/test'
import { refusal } from './faults.ts'
import { creditsOf } from './members.ts'
import { chooseFile } from './pageActions.ts'
import { pictureOf } from './pictures.ts'
import type { Club } from './club.ts'
import { type IssuedTicket, issueTickets } from './tickets.ts'

/** Puts a new version on the server: the worker's script differs by a comment. */
export function publish({ proxy }: Pick<Club, 'proxy'>, version: string): void {
  proxy.heal()
  proxy.fault({ path: '/sw.js' }, { kind: 'rewrite', change: (script) => `${script}\n// ${version}` })
}

/** Makes the browser look for a new version, as it does periodically. */
export async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
}

/** Navigates to an address of the app like a link in it, without reloading the page, once the app is mounted. */
export async function navigateWithin(page: Page, path: string): Promise<void> {
  await page.locator('#root:not([data-prerendered])').waitFor({ state: 'attached' })
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/**
 * Scans a ticket during each of several deployments: the new version comes between preview and confirmation. Every
 * second one is installed while the scan is being sent, the others are left to the next one; every third scan gets an
 * error of the server first.
 *
 * @param page at home, with a member, once the app is available offline
 * @returns the tickets that gave no points, and those that gave them twice
 */
export async function scanThroughDeployments(
  page: Page,
  club: Pick<Club, 'db' | 'proxy'>,
  count: number,
): Promise<{ lost: IssuedTicket[]; twice: IssuedTicket[] }> {
  const tickets = await issueTickets(club.db, { count })
  for (const [index, ticket] of tickets.entries()) {
    await navigateWithin(page, '/en/scanner')
    await chooseFile(page, pictureOf(ticket.code))
    const confirm = page.getByRole('button', { name: 'Confirm' })
    await expect(confirm).toBeVisible()
    publish(club, `deployment ${index}`)
    if (index % 3 === 2) club.proxy.fault({ path: '/verify-ticket', times: 1 }, refusal(503))
    await lookForUpdate(page)
    await expect.poll(() => isUpdateWaiting(page)).toBe(true)
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
    await confirm.click()
    await navigateWithin(page, '/en/my-scans')
    if (index % 2 === 0) await install(page)
  }
  const credited = async () => {
    const credits = await Promise.all(tickets.map(({ ticketNo }) => creditsOf(club.db, ticketNo)))
    return {
      lost: tickets.filter((_, at) => credits[at] === 0),
      twice: tickets.filter((_, at) => (credits[at] ?? 0) > 1),
    }
  }
  await expect.poll(async () => (await credited()).lost.length, { timeout: 60_000 }).toBe(0)
  return credited()
}

const isUpdateWaiting = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))

async function install(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update now' }).click()
  await reloaded
}
