import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { ticketState } from '#contract/boxOffice.ts'
import { stepUpMinutes } from '#contract/staff/roles.ts'
import { endApiKeyAsStaff, makeApiKey } from '#server/services/staff/apiKeys.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { asStaff } from '#tests/support/staff.ts'
import { signInAsStaff } from '#tests/support/staffPages.ts'

test.use({ viewport: { width: 1440, height: 900 } })

// A name is taken for ever.
const newName = () => `Hall ${crypto.randomUUID().slice(0, 8)}`
const [hallOne, hallTwo, hallThree] = [newName(), newName(), newName()]

const keyRow = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row', { name })

test('An owner makes a key by keys, reads it once, and ends it: it is refused from then on', async ({
  page,
  context,
  club,
}) => {
  const statusWith = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` }
    return (await fetch(`${club.server.origin}${ticketState.path}?ticketNo=NONE`, { headers })).status
  }
  const owner = await signInAsStaff(context, club, ['owner'])
  await page.goto('/staff/en/today')
  await page.getByRole('link', { name: 'API keys' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create a key' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create a key for a ticketing system' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a name of 2 to 60 characters')).toBeVisible()
  await expect(dialog.getByText('Choose what the key allows.')).toBeVisible()
  await expectAccessible(page)
  // A second press within a second is ignored: the dialog begins anew.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Create a key' }).press('Enter')
  await dialog.getByLabel('Name').fill(hallOne)
  await dialog.getByLabel('Permission').selectOption('Check a ticket’s status')
  await dialog.getByLabel('Name').press('Enter')
  await expect(page.getByText(`The key ${hallOne} is ready`)).toBeVisible()
  const secret = await page.getByLabel('Key', { exact: true }).inputValue()
  expect(await statusWith(secret)).toBe(200)
  await expectAccessible(page)

  await page.reload()
  const row = keyRow(page, 'API keys', hallOne)
  await expect(row).toContainText('Check a ticket’s status')
  await expect(row).toContainText(owner.email)
  await expect(row).not.toContainText('Never')
  await expect(page.getByText(secret)).toHaveCount(0)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).first().press('Enter'),
  ])
  expect(file.suggestedFilename()).toMatch(/^api-keys-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  // What a button does is no part of the list.
  expect(lines[0]).toBe('\uFEFFName,Permission,Created,Last used')
  expect(lines.find((line) => line.startsWith(hallOne))).toContain(`,Check a ticket’s status,`)

  await page.getByRole('button', { name: `End the key ${hallOne}` }).press('Enter')
  const question = page.getByRole('dialog', { name: `End the key ${hallOne}?` })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'End the key', exact: true }).press('Enter')
  await expect(page.getByText(`The key ${hallOne} no longer works.`)).toBeVisible()
  expect(await statusWith(secret)).toBe(401)
  await page.getByRole('button', { name: 'Ended keys' }).press('Enter')
  await expect(keyRow(page, 'Ended keys', hallOne)).toContainText(owner.email)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Log' }).press('Enter')
  const log = page.getByRole('table', { name: 'Log' })
  await expect(log.getByRole('row', { name: 'Created an API key' })).toContainText(
    'Permission: Check a ticket’s status',
  )
  await expect(log.getByRole('row', { name: 'Ended an API key' })).toContainText(`API key ${hallOne}`)
})

test('A name is taken once, a key that a colleague has ended is told, and making one asks for the passkey again', async ({
  page,
  context,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const owner = await signInAsStaff(context, club, ['owner'])
  const db = asStaff(club.db)
  await makeApiKey(db, { name: hallTwo, permission: 'ticket_import', now: new Date() })
  await page.goto('/staff/en/keys')
  await page.getByRole('button', { name: 'Create a key' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create a key for a ticketing system' })
  await dialog.getByLabel('Name').fill(hallTwo)
  await dialog.getByLabel('Permission').selectOption('Void tickets')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByText('There is, or was, a key with this name. Enter another.')).toBeVisible()
  await page.keyboard.press('Escape')

  const { id } = await club.db.selectFrom('api_keys').select('id').where('name', '=', hallTwo).executeTakeFirstOrThrow()
  await page.getByRole('button', { name: `End the key ${hallTwo}` }).press('Enter')
  await endApiKeyAsStaff(db, { id, now: new Date() })
  await page.getByRole('dialog').getByRole('button', { name: 'End the key', exact: true }).press('Enter')
  await expect(page.getByText(`Command by tester had already ended the key ${hallTwo}, `)).toBeVisible()

  await sql`update staff_sessions set created_at = now() - ${`${stepUpMinutes + 1} minutes`}::interval
    where account_id = ${owner.sub}`.execute(club.db)
  await page.getByRole('button', { name: 'Create a key' }).press('Enter')
  await dialog.getByLabel('Name').fill(hallThree)
  await dialog.getByLabel('Permission').selectOption('Void tickets')
  await dialog.getByLabel('Name').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
  const made = await club.db.selectFrom('api_keys').select('id').where('name', '=', hallThree).execute()
  expect(made).toEqual([])
})
