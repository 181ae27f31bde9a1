import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { json } from '#tests/support/faults.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { ageCacheByTwoHours, disconnect, untilVisitIsCached } from '#tests/support/offlineCopies.ts'

test('A reward isn’t asked for where the club can’t be reached, whatever the browser believes', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await addPoints(club.db, member, 5000)
  const open = page.getByRole('button', { name: 'Redeem', exact: true, disabled: false })
  const reason = 'Connect to the internet to redeem.'
  await page.goto('/en/reward-detail/concert-ticket-voucher')
  await expect(open).toBeVisible()
  await club.proxy.goOffline()
  await open.click()
  const popup = page.getByRole('dialog', { name: 'Redeem this reward?' })
  await expect(popup.getByText(reason)).toBeVisible()
  await expectAccessible(page)
  await popup.getByRole('button', { name: 'Redeem for 2,000 points' }).click()
  await expect(popup.locator(':focus')).toContainText(reason)
  await page.keyboard.press('Escape')
  // A dialog that is closing has no role any more.
  await expect(page.locator('dialog', { hasText: 'Redeem this reward?' })).toHaveCount(0)
  await expect(page.getByText(reason)).toBeVisible()
  await expect(open).toHaveCount(0)
  await expectAccessible(page)

  await club.proxy.goOnline()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(open).toBeVisible()
})

test('A place isn’t asked for where the club can’t be reached, whatever the browser believes', async ({
  signedInPage: page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const register = page.getByRole('button', { name: 'Register', exact: true })
  await page.goto('/en/event/sing-hallelujah')
  await expect(register).toBeVisible()
  await club.proxy.goOffline()
  await register.click()
  await expect(page.locator(':focus')).toContainText('Connect to the internet to register.')
  await expect(register).toHaveCount(0)
  await expectAccessible(page)
  expect(club.proxy.seen.filter(({ path }) => path.endsWith('/register-event'))).toEqual([])

  await club.proxy.goOnline()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(register).toBeVisible()
})

test('An answer without its list takes none away that is kept', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await addRegistration(club.db, { member_id: member.id, alias: 'sing-hallelujah', quantity: 2, state: 'registered' })
  const place = page.getByRole('link', { name: 'Sing Hallelujah' })
  await page.goto('/en/my-events')
  await expect(place).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('sing-hallelujah')
  await ageCacheByTwoHours(page)
  club.proxy.fault({ path: '/event-registrations' }, json({}))
  const asked = page.waitForResponse(/\/event-registrations/)
  await page.goto('/en/my-events')
  await asked
  await expect(page.getByText('Couldn’t refresh.')).toBeVisible()
  await expect(place).toBeVisible()
})

test.describe('from a first visit on', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Offline, what this device never had is not promised, and offers that it knows by name say what they need', async ({
    signedInPage: page,
    club,
    browserErrors,
  }) => {
    await page.goto('/en/reward-list')
    await untilVisitIsCached(page)
    browserErrors.allow(failedRequests)
    await disconnect(page, club)
    for (const [path, lead] of [
      ['my-rewards', 'Everything you’ve redeemed.'],
      ['my-events', 'Your registrations, by date.'],
    ] as const) {
      await page.goto(`/en/${path}`)
      await expect(page.getByText(/We couldn’t load your/)).toBeVisible()
      await expect(page.getByText(lead, { exact: true })).toBeVisible()
      await expectAccessible(page)
    }
    for (const [path, reason] of [
      ['event/sing-hallelujah', 'Connect to the internet to register.'],
      ['reward-detail/concert-tote', 'Connect to the internet to redeem.'],
    ] as const) {
      await page.goto(`/en/${path}`)
      await expect(page.getByText('We couldn’t load the rest of this page')).toBeVisible()
      await expect(page.getByText(reason)).toBeVisible()
      await expectAccessible(page)
    }
  })
})
