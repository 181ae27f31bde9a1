import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { pointsOf } from '#tests/support/members.ts'

const popup = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function acceptAndRedeem(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Collect at the concert hall' }).check()
  await page.getByRole('button', { name: /^Redeem for / }).click()
}

test('A member is asked again when the points change while the popup is open, picks up on site, and another tab takes no more', async ({
  signedInPage: page,
  context,
  club,
  member,
}) => {
  const alias = 'concert-tote'
  await addPoints(club.db, member, 1400)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/en/reward-detail/${alias}`)
    await expect(tab.getByRole('button', { name: 'Redeem', exact: true })).toBeVisible()
    // The popup reads the reward again: what changes after that, it does not know.
    const readAgain = tab.waitForResponse((response) => response.url().includes('/get-redeem-item'))
    await tab.getByRole('button', { name: 'Redeem', exact: true }).click()
    await expect(popup(tab, 'Redeem this reward?')).toBeVisible()
    await readAgain
  }
  await withEntry(club.db, { group: 'rewards', key: alias }, { fields: { points: 1300 } }, async () => {
    await acceptAndRedeem(page)
    const changed = popup(page, 'This reward now takes a different number of points')
    await expect(changed).toContainText('No points were taken')
    await expect(changed).toContainText('1,300')
    await expectAccessible(page)
    expect(await pointsOf(club.db, member.id)).toBe(1400)
    await acceptAndRedeem(page)
    await expect(heading(page)).toHaveText('It’s yours')
    await acceptAndRedeem(other)
    await expect(popup(other, 'This reward now takes a different number of points')).toContainText('1,300')
    // A second press within a second would be ignored.
    await expect(async () => {
      // The answer to the press before may have taken its time.
      if (await popup(other, 'This reward now takes a different number of points').isVisible())
        await acceptAndRedeem(other)
      await expect(heading(other)).toHaveText('You don’t have enough points', { timeout: 5000 })
    }).toPass()
  })
  expect(await pointsOf(club.db, member.id)).toBe(100)
})
