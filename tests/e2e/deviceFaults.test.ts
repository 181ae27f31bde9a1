import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { creditsOf, newMember } from '#tests/support/members.ts'
import {
  networkReturns,
  openOfflineReady,
  scanAndConfirm,
  scanNext,
  scanPicture,
  signIn,
  untilOfflineReady,
} from '#tests/support/pageActions.ts'
import { patient } from '#tests/support/patience.ts'
import { claimFor, forgedTicket, issueTicket, issueTickets, confirmAll } from '#tests/support/tickets.ts'

const scans = 'club-bravo-scans'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('Scans go on in a database that another version of the app has raised', async ({ signedInPage: page, club }) => {
  const [first, second] = [await issueTicket(club.db), await issueTicket(club.db)]
  await scanAndConfirm(page, first.code)
  await page.goto('/livez')
  await page.evaluate(async (name) => {
    const opening = indexedDB.open(name, 9)
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve)
      opening.addEventListener('error', reject)
    })
    opening.result.close()
  }, scans)
  await scanAndConfirm(page, second.code)
  expect(await creditsOf(club.db, second.ticketNo)).toBe(1)
})

/** A page whose connection nothing closes, and a deletion that waits for it: whoever opens the database waits, too. */
async function holdScans(context: BrowserContext): Promise<Page> {
  const other = await context.newPage()
  await other.goto('/livez')
  await other.evaluate(async (name) => {
    const opening = indexedDB.open(name)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    indexedDB.deleteDatabase(name)
  }, scans)
  return other
}

test('Closing the account says that nobody knows what waits where storage does not answer, and what it is once it does', async ({
  signedInPage: page,
  context,
}) => {
  const other = await holdScans(context)
  await page.goto('/en/account-settings')
  const press = () => page.getByRole('button', { name: 'Close my account' }).click()
  await press()
  const dialog = page.getByRole('dialog', { name: 'Close your account?' })
  const unknown = dialog.getByText('We couldn’t check what hasn’t been sent from this device')
  await expect(unknown).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await other.close()
  await page.reload()
  await press()
  await expect(dialog).toBeVisible()
  await expect(unknown).toHaveCount(0)
})

test('A ticket that cannot be stored, as another tab holds the database up, is told so, and scanned once that is over', async ({
  signedInPage: page,
  context,
  club,
  browserErrors,
}) => {
  test.setTimeout(patient(90_000))
  browserErrors.allow(failedRequests)
  const ticket = await issueTicket(club.db)
  await scanAndConfirm(page, (await issueTicket(club.db)).code)
  const other = await holdScans(context)
  await scanPicture(page, ticket.code)
  const notice = page.getByRole('main').getByText('Your browser’s storage isn’t responding')
  await expect(notice).toBeVisible({ timeout: patient(30_000) })
  await expectAccessible(page)
  await other.close()
  await scanAndConfirm(page, ticket.code)
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
})

test('Databases that the browser throws away alone end the session, and the next sign-in scans as before', async ({
  signedInPage: page,
  context,
  club,
  member,
}) => {
  await scanAndConfirm(page, (await issueTicket(club.db)).code)
  await page.goto('/livez')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: club.origin, storageTypes: 'indexeddb' })
  await page.goto('/en')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await signIn(page, member)
  const ticket = await issueTicket(club.db)
  await scanAndConfirm(page, ticket.code)
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
})

test('Of a family’s six tickets in one picture, one claimed and one forged, four give points and two say why not', async ({
  signedInPage: page,
  club,
}) => {
  const other = await newMember(club.db)
  const [claimed, ...own] = await issueTickets(club.db, { count: 5 })
  if (!claimed) throw new Error('No ticket')
  await claimFor(club.db, claimed, other.id)
  // A device that has scanned before has the keys by which it tells a forged ticket.
  await scanAndConfirm(page, (await issueTicket(club.db)).code)
  await scanNext(page, claimed.code, await forgedTicket(club.db), ...own.map(({ code }) => code))
  await expect(page.getByRole('heading', { name: 'We can’t confirm this ticket' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with 5 saved tickets' }).click()
  await expect(page.getByRole('main')).toContainText('Each ticket earns points once. If it’s your ticket, keep it')
  await page.getByRole('button', { name: confirmAll(own) }).click()
  await expect(heading(page)).toContainText('Points added')
  for (const { ticketNo } of own) expect(await creditsOf(club.db, ticketNo)).toBe(1)
})

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('An app whose worker was removed works, and has one again with the next visit', async ({
    signedInPage: page,
    club,
    member,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    await openOfflineReady(page, member)
    await page.evaluate(async () => {
      for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
    })
    await page.reload()
    await scanAndConfirm(page, (await issueTicket(club.db)).code)
    await openOfflineReady(page, member)
    await club.proxy.goOffline()
    await page.goto('/en/membership-card')
    await expect(page.getByRole('main').getByText(member.firstName).first()).toBeVisible()
  })

  test('Behind a portal that answers every address, a scan is kept, and sent once the portal is gone', async ({
    signedInPage: page,
    club,
    member,
    browserErrors,
  }) => {
    browserErrors.allow(/./)
    const ticket = await issueTicket(club.db)
    await openOfflineReady(page, member)
    const html = '<!doctype html><title>Hotel</title><h1>Accept the terms of this network</h1>'
    const headers = { 'content-type': 'text/html' }
    club.proxy.fault({ path: /./ }, { kind: 'answer', status: 200, body: html, headers })
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(heading(page)).toHaveText('Saved for now')
    await expect(page.getByText('Accept the terms of this network')).toHaveCount(0)
    club.proxy.heal()
    await networkReturns(page, club)
    await expect.poll(() => creditsOf(club.db, ticket.ticketNo), { timeout: patient(60_000) }).toBe(1)
  })

  test('A file of the app that arrives damaged is not kept: the worker of the open page is installed once it comes whole', async ({
    page,
    club,
    browserErrors,
  }) => {
    browserErrors.allow(/./)
    const damaged = club.proxy.fault(
      { path: /\/assets\/offers-.*\.js$/ },
      { kind: 'rewrite', change: (script) => script.replace(/.$/s, ' ') },
    )
    await page.goto('/en')
    await expect.poll(() => club.proxy.seen.some(({ path }) => path.includes('/assets/offers-'))).toBe(true)
    const state = () =>
      page.evaluate(async () => {
        const { active, installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {}
        return active || installing || waiting ? 'there' : 'none'
      })
    await expect.poll(state).toBe('none')
    damaged()
    await untilOfflineReady(page)
  })
})
