import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { networkReturns, openOfflineReady, scanAndConfirm, scanPicture } from '#tests/support/pageActions.ts'
import { issueTickets } from '#tests/support/tickets.ts'

/** What a member must have spent to be Gold at once. */
const goldPrice = 120_000

test('The scan that makes a member Gold says so with what it gave, and with the new card, in every language', async ({
  signedInPage: page,
  club,
}) => {
  const [ticket] = await issueTickets(club.db, { price: goldPrice })
  if (!ticket) throw new Error('A ticket was asked for.')
  await scanAndConfirm(page, ticket.code)
  const main = page.getByRole('main')
  const year = /Valid until 31 Aug \d{4}/
  await expect(main.getByRole('heading', { name: 'You’re now a Gold member' })).toBeVisible()
  await expect(main.getByText('+122,000 points')).toBeVisible()
  await expect(main.locator('dl').first()).toContainText(/Tickets\+120,000\s*Upgrade bonus\+2,000/)
  await expect(main.getByText('You now have 122,000 points.')).toBeVisible()
  await expect(main.getByText(year)).toBeVisible()
  await expect(main.getByText('parking and priority registration')).toBeVisible()
  await expect(main.getByRole('link', { name: 'What’s new for you' })).toHaveAttribute(
    'href',
    '/en/whats-club-bravo#members-privileges',
  )
  await expectAccessible(page)

  const address = page.url()
  await page.goto(address.replace('/en/', '/tc/'))
  await expect(main.getByRole('heading', { name: '你已成為金卡會員' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(address.replace('/en/', '/sc/'))
  await expect(main.getByRole('heading', { name: '你已成为金卡会员' })).toBeVisible()

  await main.getByRole('link', { name: '出示会员卡' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('会员卡')
  await expect(main.getByText('金卡会员')).toBeVisible()
  await page.goto('/en/my-scans')
  await expect(main.getByText('This ticket upgraded you to Gold, with 2,000 bonus points.')).toBeVisible()
})

test('The card of the new tier turns over, and stands still for those who prefer less motion', async ({
  signedInPage: page,
  club,
}) => {
  const [ticket] = await issueTickets(club.db, { price: goldPrice })
  if (!ticket) throw new Error('A ticket was asked for.')
  await scanAndConfirm(page, ticket.code)
  const card = page.getByRole('main').locator('[data-tier="Gold"]').locator('..')
  await expect(card).toHaveCSS('animation-name', 'none')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(card).not.toHaveCSS('animation-name', 'none')
})

installedTest(
  'A scan that was sent later tells of its upgrade, too',
  async ({ signedInPage: page, club, member, browserErrors }) => {
    browserErrors.allow(failedRequests)
    const [ticket] = await issueTickets(club.db, { price: goldPrice })
    if (!ticket) throw new Error('A ticket was asked for.')
    await openOfflineReady(page, member)
    await club.proxy.goOffline()
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
    await networkReturns(page, club)
    const upgraded = page.getByRole('heading', { name: 'You’re now a Gold member' })
    await expect(upgraded).toBeVisible()
    await page.reload()
    await expect(upgraded).toBeVisible()
  },
)
