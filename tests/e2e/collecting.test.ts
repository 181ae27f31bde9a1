import { expect, type Locator } from '@playwright/test'
import { test } from '#tests/support/clubTest.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'

async function expectTheBar(place: Locator): Promise<void> {
  await expect(place).toContainText('Show the voucher in My rewards at a foyer bar')
  await expect(place).not.toContainText('Collect your reward at the Club Bravo desk')
}

test('A reward with a place of its own says where to collect it alike on its page, in the popup, on the result and on its voucher', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await addPoints(club.db, member, 5000)
  const main = page.getByRole('main')
  await page.goto('/en/reward-detail/interval-drink')
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await expectTheBar(main)
  await page.getByRole('button', { name: 'Redeem', exact: true }).click()
  await expectTheBar(page.getByRole('dialog'))
  await page.getByRole('button', { name: /^Redeem for / }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('It’s yours')
  await expectTheBar(main)
  await page.getByRole('link', { name: 'Go to My rewards' }).click()
  // The result shows the same voucher, and stays until the next page is ready.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My rewards')
  await expectTheBar(main)
  await page.getByRole('button', { name: /^Show voucher/ }).click()
  await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
})

test('A reward names the tiers that the club offers, as its text does', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await club.db.updateTable('members').set({ membership_tier: 'Gold' }).where('id', '=', member.id).execute()
  await page.goto('/en/reward-detail/harbour-linen-shawl')
  const main = page.getByRole('main')
  await expect(main.getByText('Light, warm and silent, woven for cold halls. For Red and Gold members.')).toBeVisible()
  for (const tier of ['Red', 'Gold']) await expect(main.getByText(tier, { exact: true })).toBeVisible()
  await expect(main.getByText('Diamond')).toHaveCount(0)
})
