import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { signInAsStaff } from '#tests/support/staffPages.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('Links are issued to a pasted list after a preview, shown once, downloaded, and revoked by keys', async ({
  page,
  context,
  club,
}) => {
  await signInAsStaff(context, club, ['membership'])
  await page.goto('/staff/en/links?part=issue')
  const list = page.getByLabel('Email addresses')
  await list.fill('"Ada Chan" <ada.links@club.example>; bo.links@club')
  await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  await expect(page.getByText('These aren’t email addresses: bo.links@club. Correct or delete them.')).toBeVisible()
  await expectAccessible(page)
  await list.fill(
    'Name\tEmail\nAda Chan\tAda.Links@club.example\nBo\tbo.links@club.example\nAda\tada.links@club.example',
  )
  await expect(page.getByText('2 people found.')).toBeVisible()
  await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  const preview = page.getByRole('table', { name: 'What would happen' })
  await expect(preview.getByRole('row', { name: /bo\.links@club\.example/ })).toContainText('Gets one')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Issue 2 links' }).press('Enter')
  const issued = page.getByRole('table', { name: 'Issued just now' })
  await expect(issued.getByRole('row', { name: /ada\.links@club\.example/ })).toContainText(
    `${club.origin}/en/registration-sc#token=`,
  )
  await expect(page.getByText('Copy or download them now: they won’t be shown again.')).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toMatch(/bo\.links@club\.example,http\S+#token=[\w-]{32},/)

  await page.getByRole('button', { name: 'Issue others' }).press('Enter')
  await list.fill('bo.links@club.example')
  await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  await expect(preview.getByText('Already has one')).toBeVisible()
  await expect(page.getByText('Nothing would be issued.')).toBeVisible()

  await page.getByRole('link', { name: 'Issued', exact: true }).press('Enter')
  await page.keyboard.press('/')
  await page.keyboard.type('bo.links')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: /bo\.links@club\.example/ })
  await expect(page.getByRole('row')).toHaveCount(2)
  await row.getByRole('checkbox').press('Space')
  await page.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(page.getByText('1 link or code revoked.')).toBeVisible()
  await expect(row).toContainText('revoked by')
  await expectAccessible(page)
})

test('Of two people who revoke one link, the second is told; a search without a hit and one without network say so', async ({
  page,
  context,
  browser,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await signInAsStaff(context, club, ['membership'])
  await page.goto('/staff/en/links?part=issue')
  await page.getByLabel('Email addresses').fill('cy.links@club.example')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'Issue 1 link' }).click()
  await expect(page.getByText('1 link or code issued')).toBeVisible()
  const other = await browser.newContext({ baseURL: club.origin })
  await signInAsStaff(other, club, ['owner'])
  const second = await other.newPage()
  for (const one of [page, second]) {
    await one.goto('/staff/en/links')
    await one.getByLabel('Find').fill('cy.links')
    await one.getByLabel('Find').press('Enter')
    await expect(one.getByRole('row')).toHaveCount(2)
    await one.getByRole('checkbox').check()
    await one.getByRole('button', { name: 'Revoke' }).click()
  }
  for (const one of [page, second]) await one.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('1 link or code revoked.')).toBeVisible()
  await expect(second.getByText('Not changed:')).toBeVisible()
  await other.close()

  await page.goto('/staff/en/links')
  await page.getByLabel('Find').fill('nothing-like-this')
  await page.getByLabel('Find').press('Enter')
  await expect(page.getByText('No links or codes match.')).toBeVisible()
  await disconnect(page, club)
  await page.getByLabel('State').selectOption({ label: 'Used' })
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await reconnect(page, club)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No links or codes match.')).toBeVisible()
})
