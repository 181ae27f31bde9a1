import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { inviteStaff, invitationLink } from '#server/services/staff/staffMembers.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { asStaff } from '#tests/support/staff.ts'
import { signInAsStaff } from '#tests/support/staffPages.ts'
import { newStaff } from '#tests/support/staffSignIn.ts'
import { addAuthenticator } from '#tests/support/virtualAuthenticator.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('An owner invites someone by keys, who joins by the link with a passkey and the roles of the invitation', async ({
  page,
  context,
  browser,
  club,
}) => {
  await signInAsStaff(context, club, ['owner'])
  await page.goto('/staff/en/people')
  await page.getByRole('button', { name: 'Invite someone' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite someone to the staff' })
  await dialog.getByRole('button', { name: 'Send the invitation' }).press('Enter')
  await expect(dialog.getByText('Enter an email address such as ada@example.com.')).toBeVisible()
  await expect(dialog.getByText('Choose at least one role.')).toBeVisible()
  await expectAccessible(page)
  // A second press within a second is ignored: the dialog begins anew.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Invite someone' }).press('Enter')
  await dialog.getByLabel('Email').fill('Desk.Two@Club.Example')
  await dialog.getByRole('checkbox', { name: 'Counter' }).press('Space')
  await dialog.getByLabel('Email').press('Enter')
  await expect(page.getByText('We’ve emailed the invitation to desk.two@club.example')).toBeVisible()
  const link = await page.getByLabel('Link in the invitation').inputValue()
  const open = page.getByRole('table', { name: 'Open invitations' })
  await expect(open.getByRole('row', { name: /desk\.two@club\.example/ })).toContainText('Counter')
  await expectAccessible(page)

  const theirs = await browser.newContext({ baseURL: club.origin })
  const desk = await theirs.newPage()
  await addAuthenticator(desk)
  await desk.goto(link)
  await desk.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(desk).toHaveURL(/\/staff/)
  await expect(heading(desk, 'Today')).toBeVisible()
  await theirs.close()

  await page.reload()
  const row = page.getByRole('table', { name: 'Staff' }).getByRole('row', { name: /desk\.two@club\.example/ })
  await expect(row).toContainText('Counter')
  await expect(page.getByText('It works once, until')).toHaveCount(0)
})

test('Whose passkey was refused tries again by the same page', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  const invitation = { email: 'again@club.example', roles: ['counter'] as const, by: null, now: new Date() }
  const invited = await inviteStaff(asStaff(club.db), invitation)
  await addAuthenticator(page)
  await page.goto(invitationLink(club.origin, invited === 'not_owner' ? '' : invited.token))
  // The challenge is over before it is answered.
  await sql`create function end_challenge() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin new.expires_at := now() - interval '1 second'; return new; end $$`.execute(club.db)
  await sql`create trigger challenge_ends before insert on passkey_challenges for each row
    execute function end_challenge()`.execute(club.db)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('That passkey didn’t work.')).toBeVisible()
  await sql`drop function end_challenge() cascade`.execute(club.db)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page).toHaveURL(/\/staff\/en\/today$/)
})

test('An owner changes roles, is told of a change made meanwhile, signs someone out and removes them', async ({
  page,
  context,
  browser,
  club,
}) => {
  await signInAsStaff(context, club, ['owner'])
  const theirs = await browser.newContext({ baseURL: club.origin })
  const desk = await signInAsStaff(theirs, club, ['membership'])
  const elsewhere = await browser.newContext({ baseURL: club.origin })
  const bo = await signInAsStaff(elsewhere, club, ['owner'])
  const second = await elsewhere.newPage()
  for (const one of [page, second]) {
    await one.goto('/staff/en/people')
    await one.getByRole('link', { name: desk.email }).press('Enter')
    await expect(one.getByRole('heading', { level: 2, name: desk.email })).toBeVisible()
  }
  await expectAccessible(page)
  await second.getByRole('checkbox', { name: 'Counter' }).press('Space')
  await second.getByRole('button', { name: 'Save the roles' }).press('Enter')
  await expect(second.getByText('The roles are saved.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Finance' }).press('Space')
  await page.getByRole('button', { name: 'Save the roles' }).press('Enter')
  await expect(page.getByText(`${bo.email} changed this in the meantime`)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Counter' })).toBeChecked()

  await page.getByRole('button', { name: 'Sign out Chrome, Linux' }).press('Enter')
  await expect(page.getByText(`${desk.email} isn’t signed in anywhere.`)).toBeVisible()
  await page.getByRole('button', { name: 'Remove from the staff' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(page.getByText('is no longer on the staff, and has been signed out.')).toBeVisible()
  await page.getByRole('link', { name: 'All people' }).press('Enter')
  await page.getByRole('button', { name: 'No longer on the staff' }).press('Enter')
  const former = page.getByRole('table', { name: 'No longer on the staff' })
  await expect(former.getByRole('row', { name: desk.email })).toBeVisible()
  await theirs.close()
  await elsewhere.close()
})

test('An invitation is revoked once; a list without network says so, and comes back', async ({
  page,
  context,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await signInAsStaff(context, club, ['owner'])
  await newStaff(club.db, ['steward'])
  await page.goto('/staff/en/people')
  await page.getByRole('button', { name: 'Invite someone' }).click()
  await page.getByLabel('Email').fill('never@club.example')
  await page.getByRole('checkbox', { name: 'Steward' }).check()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByRole('button', { name: 'Revoke the invitation for never@club.example' }).press('Enter')
  await expect(page.getByText('The invitation for never@club.example has been revoked.')).toBeVisible()
  await page.goto('/staff/en/today')
  await expect(page.getByText('Parcels to pack or send')).toBeVisible()
  await disconnect(page, club)
  await page.getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await reconnect(page, club)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Staff' })).toBeVisible()
})

test('A member of staff adds a passkey for another device, and removes a lost one, but never the last', async ({
  page,
  context,
  club,
}) => {
  const device = await addAuthenticator(page)
  const { sub } = await signInAsStaff(context, club, ['counter'])
  await page.goto('/staff/en/counter')
  await page.getByRole('button', { name: 'Passkeys' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your passkeys' })
  await dialog.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await expect(dialog.getByText('The passkey is added. We’ve emailed you about it.')).toBeVisible()
  expect(await device.count()).toBe(1)
  await expectAccessible(page)
  // A dialog ignores a second press within a second: it begins anew.
  await page.reload()
  await page.getByRole('button', { name: 'Passkeys' }).press('Enter')
  const row = dialog.getByRole('table', { name: 'Your passkeys' }).getByRole('row', { name: /Chrome/ })
  await row.getByRole('button').press('Enter')
  await expect(dialog.getByText('This is your only passkey. Add another one first.')).toBeVisible()
  const lost = { id: `lost-${sub}`, name: 'Lost phone', public_key: Buffer.from('key'), counter: 0, transports: [] }
  await club.db
    .insertInto('passkeys')
    .values({ ...lost, account_id: sub, for_staff: true, created_at: new Date() })
    .execute()
  await page.reload()
  await page.getByRole('button', { name: 'Passkeys' }).press('Enter')
  await dialog.getByRole('button', { name: 'Remove Lost phone' }).press('Enter')
  await expect(dialog.getByText('The passkey is removed, and you’re signed out everywhere else.')).toBeVisible()
  await expect(dialog.getByRole('row')).toHaveCount(2)
})

test('The only owner who closes their own account is told why they can’t, and what to do', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const { provider_subject: sub } = await club.db
    .selectFrom('members')
    .select('provider_subject')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  const now = new Date()
  const owners = club.db.updateTable('staff_members').where((row) => row(row.val('owner'), '=', row.fn.any('roles')))
  await owners.set({ ended_at: now }).where('ended_at', 'is', null).execute()
  try {
    await club.db
      .insertInto('staff_members')
      .values({ account_id: sub, email: member.email, roles: ['owner'], invited_by: 'cli:tester', joined_at: now })
      .execute()
    await page.goto('/en/account-settings')
    await page.getByRole('button', { name: 'Close my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close your account?' })
    await dialog.getByLabel('Current password', { exact: true }).fill(member.password)
    await dialog.getByRole('button', { name: 'Close my account' }).click()
    await expect(dialog.getByText('You’re the only one with the Owner role')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'People page of the staff pages' })).toHaveAttribute(
      'href',
      '/staff/en/people',
    )
    await expectAccessible(page)
  } finally {
    await owners.set({ ended_at: null }).where('ended_at', '=', now).execute()
  }
})
