import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { json } from '#tests/support/faults.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { ageCacheByTwoHours, disconnect, untilVisitIsCached } from '#tests/support/offlineCopies.ts'

for (const { what, path, open, title, send, reason } of [
  {
    what: 'A reward',
    path: '/en/reward-detail/concert-ticket-voucher',
    open: 'Redeem',
    title: 'Redeem this reward?',
    send: 'Redeem now',
    reason: 'Connect to the internet to redeem.',
  },
  {
    what: 'A place',
    path: '/en/event/sing-hallelujah',
    open: 'Register now',
    title: 'Register for this event?',
    send: 'Register',
    reason: 'Connect to the internet to register.',
  },
]) {
  test(`${what} isn’t asked for where the club can’t be reached, whatever the browser believes`, async ({
    signedInPage: page,
    club,
    member,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    await addPoints(club.db, member, 5000)
    await page.goto(path)
    await expect(page.getByRole('button', { name: open, exact: true })).toBeVisible()
    await club.proxy.goOffline()
    await page.getByRole('button', { name: open, exact: true }).click()
    const popup = page.getByRole('dialog', { name: title })
    await expect(popup.getByText(reason)).toBeVisible()
    await expectAccessible(page)
    await popup.getByRole('checkbox').check()
    await popup.getByRole('button', { name: send, exact: true }).click()
    await expect(popup.locator(':focus')).toContainText(reason)
    await page.keyboard.press('Escape')
    // A dialog that is closing has no role any more.
    await expect(page.locator('dialog', { hasText: title })).toHaveCount(0)
    await expect(page.getByText(reason)).toBeVisible()
    await expect(page.getByRole('button', { name: open, exact: true, disabled: false })).toHaveCount(0)
    await expectAccessible(page)

    await club.proxy.goOnline()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: open, exact: true, disabled: false })).toBeVisible()
  })
}

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
