import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { addEntries, addPoints } from '#tests/support/ledgerEntries.ts'
import { scanAndConfirm } from '#tests/support/pageActions.ts'
import { issueTicket } from '#tests/support/tickets.ts'

const monthsAgo = (count: number) => new Date(Date.now() - count * 31 * 24 * 3_600_000)

test('The points history shows a year of points as a picture and as a table, and when they expire, in every language', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await addEntries(club.db, member.id, [
    { code: 'Bulk Import', points: 3000, at: monthsAgo(5) },
    { code: 'Asia Miles Redemption', points: -1200, at: monthsAgo(2) },
  ])
  await page.goto('/en/point-transaction-log')
  const main = page.getByRole('main')
  await expect(main.getByText('You have 1,800 points.')).toBeVisible()
  await expect(main.getByText('Earned: 3,000')).toBeVisible()
  await expect(main.getByText('Used or expired: 1,200')).toBeVisible()
  await expect(main.getByRole('img', { name: 'Your balance by month, at most 3,000 points' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'When your points expire' })).toHaveCount(0)
  await expectAccessible(page)

  await main.getByRole('button', { name: 'Show as a table' }).click()
  const rows = main.getByRole('table', { name: 'Points by month' }).getByRole('row')
  await expect(rows).toHaveCount(13)
  await expect(rows.nth(1)).toContainText('1,800')
  await expect(rows.filter({ hasText: '3,000' }).last()).toContainText(/3,000003,000$/)
  await expectAccessible(page)

  for (const [lang, words] of [
    ['tc', '你有 1,800 積分。'],
    ['sc', '你有 1,800 积分。'],
  ] as const) {
    await page.goto(`/${lang}/point-transaction-log`)
    await expect(main.getByText(words)).toBeVisible()
    await expectAccessible(page)
  }
  const expiresAt = new Date('2040-08-31T16:00:00Z')
  await addEntries(club.db, member.id, [{ code: 'Bulk Import', points: 200, at: new Date(), expiresAt }])
  await page.goto('/en/point-transaction-log')
  await expect(main.getByText('Until 31 Aug 2040')).toBeVisible()
  await expectAccessible(page)
})

test('Each entry of the points history says what it was for, below the name of its month', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const ticket = await issueTicket(club.db)
  await addPoints(club.db, member, 5000)
  await scanAndConfirm(page, ticket.code)
  await page.goto('/en/reward-detail/concert-ticket-voucher')
  await page.getByRole('main').getByRole('button', { name: 'Redeem' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeem for 2,000 points' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'It’s yours' })).toBeVisible()
  const name = await page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText()

  await page.goto('/en/point-transaction-log')
  const main = page.getByRole('main')
  const rows = main.getByRole('table', { name: 'Points history' }).locator('tbody').getByRole('row')
  await expect(rows.filter({ hasText: 'Reward redeemed' })).toContainText(name)
  await expect(rows.filter({ hasText: 'Reward redeemed' }).locator('img')).toBeVisible()
  await expect(rows.filter({ hasText: 'Concert ticket scanned' })).toContainText(ticket.concert)
  await expect(main.getByRole('heading', { level: 2, name: /^[A-Z][a-z]{2} \d{4}$/ })).toHaveCount(1)
  await expectAccessible(page)
})
