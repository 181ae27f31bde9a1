import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { pointsOf } from '#tests/support/members.ts'
import { signInAsStaff } from '#tests/support/staffPages.ts'
import { translationsOf } from '#tests/support/translations.ts'

const reward = '/tc/reward-detail/concert-ticket-voucher'
const why = '轉售換領券'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const formOf = (page: Page, button: string) => page.locator('form', { has: page.getByRole('button', { name: button }) })

test('Staff suspend a member, who reads it and is refused a redemption in plain words; after a lift they redeem', async ({
  signedInPage: page,
  browser,
  club,
  member,
}) => {
  const say = await translationsOf('tc')
  await addPoints(club.db, member, 5000)
  const desk = await browser.newContext({ baseURL: club.origin })
  await signInAsStaff(desk, club, ['membership'])
  const books = await desk.newPage()
  await books.goto(`/staff/en/member?id=${member.id}`)
  await page.goto(reward)
  await page.getByRole('button', { name: say('Redeem'), exact: true }).click()

  await books.getByRole('button', { name: 'Suspend the membership' }).press('Enter')
  const suspending = formOf(books, 'Suspend…')
  await suspending.getByRole('button', { name: 'Suspend…' }).click()
  await expect(suspending.getByText('Say why: the member will read it.')).toBeVisible()
  await suspending.getByLabel('Why').fill(why)
  await suspending.getByLabel('Why').press('Enter')
  await expectAccessible(books)
  await books.getByRole('dialog').getByRole('button', { name: 'Suspend the membership' }).click()
  await expect(books.getByText(/^Suspended since/)).toBeVisible()
  await expect(books.getByText(why).first()).toBeVisible()
  await expectAccessible(books)

  await page.getByRole('button', { name: /積分換領$/ }).click()
  await expect(heading(page)).toHaveText(say('Your membership is suspended'))
  await expect(page.getByText(say('No points were taken'))).toBeVisible()
  await expectAccessible(page)
  for (const address of ['/tc', '/tc/member-detail', reward]) {
    await page.goto(address)
    await expect(page.getByText(say('Your membership is suspended'))).toBeVisible()
    await expect(page.getByText(why)).toBeVisible()
    await expectAccessible(page)
  }
  await expect(page.getByRole('button', { name: say('Redeem'), exact: true })).toHaveCount(0)
  expect(await pointsOf(club.db, member.id)).toBe(5000)

  const counter = await desk.newPage()
  await counter.goto(`/staff/en/counter?id=${member.id}`)
  await expect(counter.getByText('The member can’t spend points')).toBeVisible()
  await expectAccessible(counter)

  const lifting = formOf(books, 'Lift it')
  await lifting.getByLabel('Why').fill('A mistake of ours')
  await lifting.getByLabel('Why').press('Enter')
  await expect(books.getByText('Suspension lifted', { exact: true })).toBeVisible()
  await expect(books.getByText(/^Suspended since/)).toHaveCount(0)
  await desk.close()

  await page.goto(reward)
  await page.getByRole('button', { name: say('Redeem'), exact: true }).click()
  await page.getByRole('button', { name: /積分換領$/ }).click()
  await expect(heading(page)).toHaveText(say('It’s yours'))
  expect(await pointsOf(club.db, member.id)).toBe(3000)
})

test('A suspension whose answer is lost is shown as it is, and the open question cannot lift it', async ({
  browser,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const desk = await browser.newContext({ baseURL: club.origin })
  await signInAsStaff(desk, club, ['membership'])
  const books = await desk.newPage()
  await books.goto(`/staff/en/member?id=${member.id}`)
  await books.getByRole('button', { name: 'Suspend the membership' }).press('Enter')
  const suspending = formOf(books, 'Suspend…')
  await suspending.getByLabel('Why').fill(why)
  await suspending.getByLabel('Why').press('Enter')
  club.proxy.fault({ path: '/api/staff/suspend-member', times: 1 }, { kind: 'swallow-reset' })
  await books.getByRole('dialog').getByRole('button', { name: 'Suspend the membership' }).click()
  await expect(books.getByText(/^Suspended since/)).toBeVisible()
  await expect(books.getByRole('dialog')).toHaveCount(0)
  await expect(books.getByRole('button', { name: 'Lift it' })).toBeVisible()
  const acts = club.db.selectFrom('staff_acts').select('action').where('member_id', '=', member.id).orderBy('id')
  expect(await acts.execute()).toEqual([{ action: 'member_read' }, { action: 'member_suspend' }])
  await desk.close()
})
