import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { addRedeemer, signInAsStaff } from '#tests/support/staffPages.ts'
import { endUndo } from '#tests/support/undo.ts'

test('What was done by mistake is undone by the keyboard, for as long as it can be, and in the log', async ({
  page,
  context,
  club,
}) => {
  const [mistake, other] = [await addRedeemer(club.db, 'Mail'), await addRedeemer(club.db, 'Mail')]
  const mailsTo = ({ email }: { email: string }) =>
    club.db.selectFrom('mailbox').select('kind').where('recipient', '=', email).execute()
  await signInAsStaff(context, club, ['owner'])
  await page.goto('/staff/en/sending?part=parcels')
  const send = async (refNo: string) => {
    await page.getByRole('checkbox', { name: `Choose ${refNo}` }).check()
    await page.getByRole('button', { name: 'Mark as sent' }).click()
    await expect(page.getByText('1 parcel is sent.').first()).toBeVisible()
    await expect(page.getByRole('checkbox', { name: `Choose ${refNo}` })).toHaveCount(0)
  }
  await send(mistake.refNo)
  await expectAccessible(page)
  await page.keyboard.press('F6')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Choose ${mistake.refNo}` })).toBeVisible()
  expect(await mailsTo(mistake)).toEqual([])

  // In the log, another one is undone; and it says of both that they were.
  await send(mistake.refNo)
  await page.goto('/staff/en/log')
  const sent = page.getByRole('row', { name: new RegExp(mistake.refNo) })
  await sent.getByRole('button', { name: 'Undo: Sent a parcel' }).click()
  const rows = page.getByRole('row', { name: new RegExp(`Sent a parcel.*${mistake.refNo}`) })
  await expect(rows.getByText('Undone', { exact: true })).toHaveCount(2)
  expect(await mailsTo(mistake)).toEqual([])
  await expectAccessible(page)

  // Too late: it stays, and the page says so.
  await page.goto('/staff/en/sending?part=parcels')
  await send(other.refNo)
  await endUndo(club.db)
  await undo.click()
  await expect(page.getByText('It’s too late to undo this.').first()).toBeVisible()
  expect(await mailsTo(other)).toEqual([{ kind: 'reward_sent' }])
})
