import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { newReference } from '#server/services/codes.ts'
import { takePoints } from '#server/services/points/points.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { newPayRef } from '#tests/support/datafeed.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { addRedeemer, signInAsStaff } from '#tests/support/staffPages.ts'

test('Parcels are labelled, packed and sent; refunds are noted', async ({ page, context, club }) => {
  const { refNo } = await addRedeemer(club.db, 'Mail')
  const payRef = newPayRef()
  const payment = { amount: '300.00', currency: '344', received_at: new Date() }
  const refund = { outcome: 'refund', refund_reason: 'unknown_order' } as const
  await club.db
    .insertInto('payments')
    .values({ pay_ref: payRef, order_ref: null, given_ref: 'LOST', ...payment, ...refund })
    .execute()
  await signInAsStaff(context, club, ['fulfilment', 'finance'])
  await page.goto('/staff/en/sending?part=parcels')
  const { refNo: later } = await addRedeemer(club.db, 'Mail')
  await page.reload()
  await page.getByRole('checkbox', { name: `Choose ${refNo}` }).check()
  await page.getByRole('button', { name: 'Prepare labels' }).click()
  await expect(page.getByRole('region', { name: 'Address labels' })).toBeFocused()
  await expect(page.getByRole('group', { name: 'Labels to print' }).getByRole('listitem')).toHaveText(new RegExp(refNo))
  await expect(page.getByRole('row', { name: new RegExp(refNo) })).toContainText('Label prepared')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain(refNo)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose those without a label' }).click()
  await expect(page.getByRole('checkbox', { name: `Choose ${later}` })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: `Choose ${refNo}` })).not.toBeChecked()
  await page.reload()
  await page.getByRole('checkbox', { name: `Choose ${refNo}` }).check()
  await page.getByLabel('Tracking number, if any').fill('RR1HK')
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('1 parcel is sent.')).toBeVisible()
  await page.getByLabel('Show parcels that are').selectOption({ label: 'Sent' })
  await expect(page.getByRole('row', { name: new RegExp(refNo) })).toContainText('RR1HK')
  await page.getByRole('checkbox', { name: `Choose ${refNo}` }).check()
  await page.getByRole('button', { name: 'Put back…' }).click()
  await page.getByLabel('Why').fill('It still lies here')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Put back' }).click()
  await expect(page.getByText('1 parcel is put back.')).toBeVisible()
  await page.getByLabel('Show parcels that are').selectOption({ index: 0 })
  await expect(page.getByRole('row', { name: new RegExp(refNo) })).toContainText('Label prepared')

  await page.getByRole('link', { name: 'Refunds' }).click()
  await page
    .getByRole('row', { name: new RegExp(payRef) })
    .getByRole('button', { name: 'Note refund' })
    .click()
  await page.getByLabel('The gateway’s reference for the refund').fill('R-1')
  await page.getByRole('button', { name: 'Note it' }).click()
  await expect(page.getByText('Enter the gateway’s reference.')).toHaveCount(0)
  await expect(page.getByText(`Payment ${payRef} is noted as refunded.`)).toBeVisible()
  await expectAccessible(page)
})

test('The airline’s file is seen, downloaded and marked; its answer is checked by line and recorded', async ({
  page,
  context,
  club,
}) => {
  const member = await newMember(club.db)
  await addEntries(club.db, member.id, [{ code: 'Bulk Import', points: 2000, at: new Date() }])
  const refNo = newReference()
  await inTransaction(club.db, async (transaction) => {
    const cause = { memberId: member.id, code: 'Asia Miles Redemption', reference: refNo, now: new Date() }
    const taken = await takePoints(transaction, cause, 1000)
    if (taken.kind === 'short') throw new Error('Too few points')
    const account = { membership_no: '1234567890', first_name: 'Siu', last_name: 'Quong' }
    const conversion = { transaction_id: taken.entryId, ref_no: refNo, miles: 250, ...account }
    await transaction.insertInto('miles_conversions').values(conversion).execute()
  })
  await signInAsStaff(context, club, ['finance'])
  await page.goto('/staff/en/sending?part=conversions')
  await page.getByRole('button', { name: 'See the airline’s file' }).press('Enter')
  await expect(page.getByRole('table', { name: 'In the file' })).toContainText(refNo)
  await expect(page.getByRole('button', { name: /^Mark/ })).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the airline’s file' }).press('Enter')
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(`${refNo},`)
  await page.getByRole('button', { name: /^Mark/ }).press('Enter')
  await expect(page.getByText('Marked as sent. The members were told by email.')).toBeVisible()

  const answer = page.getByRole('region', { name: 'The airline’s answer' })
  const choose = (...lines: string[]) =>
    answer.locator('input[type=file]').setInputFiles({
      name: 'answer.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['airline_reference,ref_no', ...lines].join('\r\n')),
    })
  await choose(`CX-1,${refNo}`, 'CX-2,NO-SUCH')
  const wrong = answer.getByRole('table', { name: 'Lines to correct' }).getByRole('row', { name: /NO-SUCH/ })
  await expect(wrong).toContainText('No conversion has this reference')
  await expect(wrong).toContainText('3')
  await expectAccessible(page)
  await choose(`,${refNo}`)
  await expect(answer.getByText('One of the two references is missing on these lines: 2')).toBeVisible()
  await choose(`CX-1,${refNo}`)
  await expect(answer.getByText('New: 1. Recorded before: 0.')).toBeVisible()
  await answer.getByRole('button', { name: 'Record 1 reference' }).press('Enter')
  await expect(answer.getByText('1 reference recorded. The member was told by email.')).toBeVisible()
  const recorded = club.db.selectFrom('miles_conversions').select('airline_reference').where('ref_no', '=', refNo)
  expect(await recorded.execute()).toEqual([{ airline_reference: 'CX-1' }])
  await expectAccessible(page)
})

test('Pasted tracking numbers are checked line by line, and only those that match are saved', async ({
  page,
  context,
  club,
}) => {
  const parcels = []
  for (let at = 0; at < 3; at += 1) parcels.push(await addRedeemer(club.db, 'Mail'))
  const [one, other, sent] = parcels.map(({ refNo }) => refNo)
  await signInAsStaff(context, club, ['fulfilment'])
  await page.goto('/staff/en/sending?part=parcels')
  await page.getByRole('checkbox', { name: `Choose ${sent}` }).check()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('1 parcel is sent.').first()).toBeVisible()
  await page.getByText('Paste tracking numbers').click()
  const field = page.getByLabel('References and tracking numbers')
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await expect(page.getByText('Paste at least one line.')).toBeVisible()
  await expectAccessible(page)
  const wrong = [`${sent},RR3HK`, 'NO-SUCH\tRR4HK', `${one}\tRR5HK`, `${other},${'x'.repeat(101)}`]
  await field.fill([`${one}\tRR1HK`, `${other?.toLowerCase()},RR2HK`, ...wrong].join('\n'))
  // What is looked up above leaves it as it is.
  const find = page.getByLabel('Search this list')
  await find.fill('no such parcel')
  await expect(page.getByText('No parcels match.')).toBeVisible()
  await find.fill('')
  await expect(page.getByRole('checkbox', { name: `Choose ${one}` })).toBeVisible()
  await field.press('Tab')
  await page.keyboard.press('Enter')
  const lines = page.getByRole('table', { name: 'Pasted lines' }).getByRole('row')
  await expect(page.getByText('Lines that match: 2 of 6')).toBeVisible()
  const verdicts = ['Matches', 'Matches', 'Sent', 'No parcel has this', 'reference is on an earlier line', 'too long']
  for (const [at, words] of verdicts.entries()) await expect(lines.nth(at + 1)).toContainText(words)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark 2 parcels as sent' }).click()
  await expect(page.getByText('2 parcels are sent.').first()).toBeVisible()
  await expect(field).toHaveValue(wrong.join('\n'))

  await page.getByLabel('Show parcels that are').selectOption({ label: 'Sent' })
  await find.fill('rr2hk')
  await expect(page.getByRole('row', { name: new RegExp(other ?? '') })).toContainText('RR2HK')
  await expect(page.getByRole('row', { name: new RegExp(one ?? '') })).toHaveCount(0)
  await find.fill('no such parcel')
  await expect(page.getByText('No parcels match.')).toBeVisible()
  await expectAccessible(page)
})

test('Shift chooses all parcels in between, and labels begin where a sheet was begun', async ({
  page,
  context,
  club,
}) => {
  const parcels = []
  for (let at = 0; at < 4; at += 1) parcels.push(await addRedeemer(club.db, 'Mail'))
  await club.db
    .updateTable('members')
    .set({ country_code: '852', mobile: '91234567' })
    .where('id', '=', parcels[0]?.id ?? '')
    .execute()
  await signInAsStaff(context, club, ['fulfilment'])
  await page.goto('/staff/en/sending?part=parcels')
  const boxes = parcels.map(({ refNo }) => page.getByRole('checkbox', { name: `Choose ${refNo}` }))
  await boxes[0]?.click()
  await boxes[3]?.click({ modifiers: ['Shift'] })
  for (const box of boxes) await expect(box).toBeChecked()
  await boxes[1]?.click()
  await boxes[2]?.click({ modifiers: ['Shift'] })
  for (const [at, box] of boxes.entries()) await expect(box).toBeChecked({ checked: at === 0 || at === 3 })

  await page.getByRole('button', { name: 'Prepare labels' }).click()
  const places = page.getByRole('group', { name: 'Labels to print' }).locator('li')
  await expect(places).toHaveCount(2)
  await expect(places.first()).toContainText('+852 91234567')
  const first = page.getByLabel('First free label on the sheet')
  await first.fill('24')
  await expect(places).toHaveCount(25)
  await expect(places.nth(23)).toContainText(parcels[0]?.refNo ?? '')
  await expect(page.getByRole('group', { name: 'Labels to print' }).getByRole('list')).toHaveCount(2)
  await first.fill('25')
  await expect(page.getByText('Enter a whole number from 1 to 24.')).toBeVisible()
  await expectAccessible(page)
  await first.fill('23')
  await page.getByRole('button', { name: 'Print 2 labels' }).click()
  await page.reload()
  await boxes[0]?.click()
  await page.getByRole('button', { name: 'Prepare labels' }).click()
  await expect(first).toHaveValue('1')
})
