import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { enter } from '#tests/support/keyboard.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { addRedeemer, signInAsStaff } from '#tests/support/staffPages.ts'

/** The screen of a desktop. */
const wideScreen = { width: 1440, height: 900 }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('Figures are drawn, read as a table, and taken as a file, of the last months or a membership year', async ({
  page,
  context,
  club,
}) => {
  await addRedeemer(club.db, 'Email')
  await signInAsStaff(context, club, ['finance'])
  await page.setViewportSize(wideScreen)
  await page.goto('/staff/en/today')
  await enter(page, page.getByRole('link', { name: 'Figures' }))
  await expect(heading(page, 'Figures')).toBeFocused()
  const members = page.getByRole('region', { name: 'Members by tier' })
  await expect(members.getByRole('img', { name: 'Members by tier and month' })).toBeVisible()
  await enter(page, members.getByRole('button', { name: 'Show as a table' }))
  const { count } = await club.db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('active', '=', true)
    .where((row) => row.or([row('email_verified', '=', true), row('provider_email_verified', '=', true)]))
    .executeTakeFirstOrThrow()
  const now = members.getByRole('table', { name: 'Members by tier' }).getByRole('row').nth(1)
  await expect(now.getByRole('cell').last()).toHaveText(Number(count).toLocaleString('en'))
  for (const name of ['New members by route', 'Points given and spent', 'Scans by concert', 'Event attendance'])
    await expect(page.getByRole('region', { name }).getByRole('img')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Points spent on each reward' })).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await enter(page, members.getByRole('button', { name: 'Download CSV' }))
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv.split('\r\n')).toHaveLength(14)
  // By the mark, Excel reads it as UTF-8.
  expect(csv.startsWith('\uFEFFmonth,basic,red,gold,diamond,total')).toBe(true)
  await page.getByLabel('Period').selectOption({ index: 1 })
  await expect(page).toHaveURL(/until=20\d\d-08/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table', { name: 'Redemptions by reward' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('A figure that can’t be had says so, and the others stand', async ({ page, context, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  await signInAsStaff(context, club, ['finance'])
  await page.goto('/staff/en/figures')
  await expect(page.getByRole('img', { name: 'Members by tier and month' })).toBeVisible()
  await disconnect(page, club)
  await page.getByLabel('Period').selectOption({ index: 1 })
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Points outstanding, by expiry' }).getByRole('button')).not.toHaveCount(
    0,
  )
  await reconnect(page, club)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('img', { name: 'Members by tier and month' })).toBeVisible()
})
