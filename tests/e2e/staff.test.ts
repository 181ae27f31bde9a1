import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { languages } from '#contract/language.ts'
import { roleNames, roles } from '#contract/staff/roles.ts'
import { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { createRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { demoStudentCard } from '#server/seed/studentCard.ts'
import { newVoucherCode } from '#server/services/codes.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { newPayRef } from '#tests/support/datafeed.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { enter } from '#tests/support/keyboard.ts'
import { newMember } from '#tests/support/members.ts'
import { addApplicant, addRedeemer, signInAsStaff } from '#tests/support/staffPages.ts'
import { pdfOf } from '#tests/support/ticketDocuments.ts'

/** The screen of a desktop. */
const wideScreen = { width: 1440, height: 900 }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** The reason in the form with a field: a member's page has several. */
const whyOf = (page: Page, field: string) =>
  page.locator('form', { has: page.getByLabel(field, { exact: true }) }).getByLabel('Why')

test('Whoever isn’t signed in is led to the sign-in, and back', async ({ page, browserErrors }) => {
  browserErrors.allow(failedRequests)
  await page.goto('/staff')
  await expect(heading(page, 'Sign in to Club Bravo’s staff pages')).toBeVisible()
  expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/identity/staff?return_to=%2Fstaff%2Fen%2Ftoday',
  )
  await expectAccessible(page)
})

test('After a wrong password the address stands in its field, and in no address that a server sees', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())))
  await page.goto('/identity/staff')
  await page.getByLabel('Email address').fill('counter@clubbravo.test')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveTitle(/^Error:/)
  await expect(page.getByLabel('Email address')).toHaveValue('counter@clubbravo.test')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  expect(page.url()).not.toContain('counter')
  // Playwright names a request with what is after its #.
  expect(asked.filter((address) => address.split('#')[0]?.includes('counter@'))).toEqual([])
})

test('Each role sees its own pages, and is told which it may not see', async ({ browser, club }) => {
  const pages = {
    counter: 'member_search',
    member: 'member_read',
    sending: 'parcel_read',
    tickets: 'ticket_read',
    figures: 'figures_read',
    links: 'upgrade_read',
    people: 'staff_read',
    log: 'act_read',
  } as const
  for (const role of roleNames) {
    const context = await browser.newContext({ baseURL: club.origin })
    await signInAsStaff(context, club, [role])
    const page = await context.newPage()
    for (const [name, permission] of Object.entries(pages)) {
      await page.goto(`/staff/en/${name}`)
      const isOpen = roles[role].some((one) => one === permission) || (name === 'sending' && role === 'finance')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Your roles don’t allow this.')).toHaveCount(isOpen ? 0 : 1)
    }
    await context.close()
  }
})

test('Whose role has no pages yet is told so, and keeps their passkeys', async ({ page, context, club }) => {
  await signInAsStaff(context, club, ['steward'])
  await page.goto('/staff/en/today')
  await expect(page.getByText('There are no pages for your role yet')).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Passkeys' })).toBeVisible()
  await signInAsStaff(context, club, ['counter'])
  await page.reload()
  await expect(page.getByText('Choose another page.')).toBeVisible()
})

test('An application is decided by keys, beside its card; a second person is told by whom', async ({
  page,
  context,
  browser,
  club,
}) => {
  const applicant = await addApplicant(club, await demoStudentCard(), { first_name: 'Wing Yan', last_name: 'Quokka' })
  await signInAsStaff(context, club, ['membership'])
  const other = await browser.newContext({ baseURL: club.origin })
  const bo = await signInAsStaff(other, club, ['membership'])
  const address = `/staff/en/applications?member=${applicant.id}`
  const second = await other.newPage()
  for (const one of [page, second]) {
    await one.goto(address)
    await expect(one.getByRole('heading', { name: /Wing Yan Quokka/ })).toBeVisible()
  }
  await page.keyboard.press('v')
  await expect(page.getByRole('img', { name: 'Student card' })).toBeVisible()
  await page.getByRole('button', { name: 'Rotate' }).click()
  await expectAccessible(page)

  await second.keyboard.press('r')
  await second.getByRole('radio', { name: /student card has expired/ }).check()
  await second.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(second.getByText('Rejected. The member was told by email')).toBeVisible()

  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: /Approve Wing Yan Quokka/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Rejected: decided by ${bo.email}`)).toBeVisible()
  const looks = club.db.selectFrom('staff_acts').select('id').where('action', '=', 'card_view')
  expect(await looks.where('member_id', '=', applicant.id).execute()).toHaveLength(1)
  await other.close()
})

test('A PDF is drawn in a frame of an origin of its own', async ({ page, context, club }) => {
  const file = pdfOf([null])
  const bytes = Buffer.from(await file.arrayBuffer())
  const { id } = await addApplicant(club, { type: 'application/pdf', bytes })
  await signInAsStaff(context, club, ['membership'])
  await page.goto(`/staff/en/applications?member=${id}`)
  await page.getByRole('button', { name: 'Show the student card' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('canvas').first()).toBeVisible()
  expect(await frame.locator('body').evaluate(() => globalThis.origin)).toBe('null')
})

test('A counter marks a voucher and takes the mark back; another counter is told', async ({
  page,
  context,
  browser,
  club,
}) => {
  const { code } = await addRedeemer(club.db, 'Email')
  await signInAsStaff(context, club, ['counter'])
  const other = await browser.newContext({ baseURL: club.origin })
  await signInAsStaff(other, club, ['counter'])
  const second = await other.newPage()
  for (const counter of [page, second]) {
    await counter.goto('/staff/en/counter')
    await counter.getByLabel('Voucher code').fill(code.toLowerCase())
    await counter.keyboard.press('Enter')
    await expect(counter.getByRole('button', { name: 'Mark as used' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Mark as used' }).click()
  await expect(page.getByText('Marked as used.')).toBeVisible()
  await expectAccessible(page)
  await second.getByRole('button', { name: 'Mark as used' }).click()
  await expect(second.getByText('Already used: don’t accept it')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: the voucher can be used again.')).toBeVisible()
  await other.close()
})

test('The voucher whose code was typed comes first, then those that can be used, then the expired ones', async ({
  page,
  context,
  club,
}) => {
  const day = 86_400_000
  const { code, refNo } = await addRedeemer(club.db, 'Email', new Date(Date.now() - day))
  const { transaction_id } = await club.db
    .selectFrom('redemptions')
    .select('transaction_id')
    .where('ref_no', '=', refNo)
    .executeTakeFirstOrThrow()
  const [expired, usable] = [newVoucherCode(), newVoucherCode()]
  await club.db
    .insertInto('vouchers')
    .values([
      { transaction_id, code: expired, expires_at: new Date(Date.now() - 2 * day) },
      { transaction_id, code: usable, expires_at: new Date(Date.now() + day) },
    ])
    .execute()
  await signInAsStaff(context, club, ['counter'])
  await page.goto('/staff/en/counter')
  const field = page.getByLabel('Voucher code')
  const vouchers = page.getByRole('article')
  await field.fill(code.toLowerCase().replaceAll('-', ''))
  await field.press('Enter')
  for (const [at, one] of [code, usable, expired].entries()) await expect(vouchers.nth(at)).toHaveAccessibleName(one)
  await expect(vouchers.first()).toContainText('The code you typed')
  await page.keyboard.type(usable)
  await page.keyboard.press('Enter')
  for (const [at, one] of [usable, expired, code].entries()) await expect(vouchers.nth(at)).toHaveAccessibleName(one)
  await vouchers.first().getByRole('button', { name: 'Mark as used' }).click()
  await expect(vouchers.first()).toContainText('Marked as used.')
  await expectAccessible(page)
  await field.fill('NO-SUCH-CODE')
  await field.press('Enter')
  await expect(page.getByText('There’s no voucher with this code.')).toBeVisible()
  await expect(vouchers).toHaveCount(0)
})

test('A typo in a name and in an address that nobody has verified is put right, by keys', async ({
  page,
  context,
  club,
}) => {
  const { id, email } = await newMember(club.db, { verified: false })
  await signInAsStaff(context, club, ['membership'])
  await page.goto(`/staff/en/member?id=${id}`)
  await page.getByRole('button', { name: 'Correct the name or email' }).press('Enter')
  await page.getByLabel('First name').fill('小明')
  await page.getByLabel('Chinese name, if any').fill('小明')
  await page.getByLabel('First name').press('Enter')
  await expect(page.getByText('Enter the first name, in Latin letters.')).toBeVisible()
  await expect(page.getByText('Say why: the member will read it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Siu Ming')
  await whyOf(page, 'First name').fill('Misspelt at the counter')
  await whyOf(page, 'First name').press('Enter')
  await expect(page.getByText('Name corrected')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Siu Ming Chan 小明' })).toBeVisible()

  const right = email.replace('member-', 'right-')
  await page.getByLabel('Email', { exact: true }).fill(right)
  await whyOf(page, 'Email').fill('Misspelt at the counter')
  await whyOf(page, 'Email').press('Enter')
  await expect(page.getByText('Email address corrected')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Siu Ming Chan 小明' })).toContainText(right)
  await expectAccessible(page)
  const stored = club.db.selectFrom('members').select(['email', 'email_verified as isVerified']).where('id', '=', id)
  expect(await stored.execute()).toEqual([{ email: right, isVerified: false }])
})

test('A member is found by a part of the name, and gets points after a preview', async ({
  page,
  context,
  club,
  member,
}) => {
  await club.db
    .updateTable('members')
    .set({ first_name: 'Siu Ming', last_name: 'Kiwi', chinese_name: '奇異小明' })
    .where('id', '=', member.id)
    .execute()
  await signInAsStaff(context, club, ['membership'])
  await page.goto('/staff/en/today')
  await expect(heading(page, 'Today')).toBeVisible()
  await page.keyboard.press('/')
  await expect(heading(page, 'Member')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('異小')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: /Siu Ming Kiwi/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /Siu Ming Kiwi/ })).toBeVisible()
  await page.getByRole('button', { name: 'Adjust points' }).click()
  await page.getByLabel('Points', { exact: true }).fill('250')
  await whyOf(page, 'Points').fill('The hall was cold')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('0 points become 250.')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Give 250 points' })).toBeInViewport()
  await page.getByRole('button', { name: 'Give 250 points' }).click()
  await expect(page.getByRole('table', { name: 'Points history' }).getByText('The hall was cold')).toBeVisible()
  await expect(page.getByText('0 points become 250.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()
})

test('Where the last use of the passkey is long ago, it is asked for, and the work goes on', async ({
  page,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const { sub } = await signInAsStaff(context, club, ['membership'])
  const provedAt = (at: Date) =>
    club.db.updateTable('staff_sessions').set({ created_at: at }).where('account_id', '=', sub).execute()
  await provedAt(new Date(Date.now() - 10 * 60_000))
  await page.goto(`/staff/en/member?id=${member.id}`)
  await page.getByRole('button', { name: 'Adjust points' }).click()
  await page.getByLabel('Points', { exact: true }).fill('10')
  await whyOf(page, 'Points').fill('A good reason')
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  expect(await dialog.getByRole('link').getAttribute('href')).toContain('step_up=1')
  await expectAccessible(page)
  // As the other tab does, once the passkey was used.
  await provedAt(new Date())
  const tab = await context.newPage()
  await tab.goto('/staff/en/confirmed')
  await expect(heading(tab, 'Confirmed')).toBeVisible()
  await tab.close()
  await page.bringToFront()
  await expect(page.getByText('0 points become 10.')).toBeVisible()
})

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

  await page.getByRole('link', { name: 'Refunds' }).click()
  await page
    .getByRole('row', { name: new RegExp(payRef) })
    .getByRole('button', { name: 'Note refund' })
    .click()
  await page.getByLabel('The gateway’s reference of the refund').fill('R-1')
  await page.getByRole('button', { name: 'Note it' }).click()
  await expect(page.getByText('Enter the gateway’s reference.')).toHaveCount(0)
  await expect(page.getByText(`Payment ${payRef} is noted as refunded.`)).toBeVisible()
  await expectAccessible(page)
})

for (const lang of languages) {
  test(`Every page is whole on a phone, a tablet and a desktop, in ${lang}`, async ({ page, context, club }) => {
    await signInAsStaff(context, club, ['owner'])
    for (const name of [
      'today',
      'counter',
      'applications',
      'member',
      'sending',
      'events',
      'tickets',
      'figures',
      'links',
      'people',
      'log',
    ]) {
      for (const width of [390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`/staff/${lang}/${name}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('output', { hasText: '…' })).toHaveCount(0)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([name, width, overflow]).toEqual([name, width, 0])
      }
      await expectAccessible(page)
    }
  })
}

test('Offline, the pages say so, and go on with the network', async ({ page, context, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  await signInAsStaff(context, club, ['owner'])
  await page.goto('/staff/en/today')
  await expect(page.getByText('Parcels to pack or send')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Log' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('Who comes to an event is read for a reason, which the guests can read', async ({
  page,
  context,
  club,
  member,
}) => {
  const { alias } = await club.db.selectFrom('event_places').select('alias').executeTakeFirstOrThrow()
  await addRegistration(club.db, { member_id: member.id, alias, quantity: 2, state: 'waiting' })
  await signInAsStaff(context, club, ['supervisor'])
  await page.goto(`/staff/en/events?event=${alias}`)
  await page.getByRole('button', { name: 'Show the guests' }).click()
  await expect(page.getByText('Say why: the guests will read it.')).toBeVisible()
  await page.getByLabel('What you need the names for').fill('List for the door')
  await page.getByRole('button', { name: 'Show the guests' }).click()
  const row = page.getByRole('row', { name: new RegExp(member.email) })
  await expect(row).toContainText('On the waiting list')
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(member.email)
})

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
  await enter(page, members.getByRole('button', { name: 'As a table' }))
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
  await context.setOffline(true)
  await page.getByLabel('Period').selectOption({ index: 1 })
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Points outstanding, by expiry' }).getByRole('button')).not.toHaveCount(
    0,
  )
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('img', { name: 'Members by tier and month' })).toBeVisible()
})

test('On a phone the pages are behind one row: a menu by keyboard, which marks the current page', async ({
  page,
  context,
  club,
}) => {
  await signInAsStaff(context, club, ['owner'])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/staff/en/log')
  await expect(heading(page, 'Log')).toBeVisible()
  const menu = page.getByRole('button', { name: 'Menu' })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const row = await page.getByRole('banner').boundingBox()
  expect(row?.height).toBeLessThan(72)
  await expect(pages).toBeHidden()
  await enter(page, menu)
  await expect(pages.getByRole('link', { name: 'Log' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(pages).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await enter(page, pages.getByRole('link', { name: 'Events' }))
  await expect(heading(page, 'Events')).toBeFocused()
  await expect(pages).toBeHidden()
})

test('Whom staff search for stands in no address, and so in no history of a browser that others use, too', async ({
  page,
  context,
  club,
  member,
}) => {
  const { email } = member
  await signInAsStaff(context, club, ['owner'])
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  await page.goto('/staff/en/member')
  await page.getByLabel('Find a member').fill(email)
  await page.getByRole('button', { name: new RegExp(email) }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(page.url()).toBe(`${club.origin}/staff/en/member?id=${member.id}`)
  await page.goto('/staff/en/log')
  await page.getByLabel('Member’s email or number').fill(email)
  await page.getByLabel('Member’s email or number').press('Enter')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  expect(page.url()).toBe(`${club.origin}/staff/en/log`)
  await page.goto('/staff/en/links')
  await page.getByLabel('Find').fill(email)
  await page.getByLabel('Find').press('Enter')
  await expect(page.getByText('No links or codes match.')).toBeVisible()
  expect(page.url()).toBe(`${club.origin}/staff/en/links`)
  expect(addresses.filter((address) => address.includes(email))).toEqual([])
})

test('Who has searched too often is told when the next search works', async ({
  page,
  context,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const { sub } = await signInAsStaff(context, club, ['membership'])
  await page.goto('/staff/en/member')
  await page.getByLabel('Find a member').fill('nobody at all')
  await expect(page.getByText('No one found.')).toBeVisible()
  const limiter = createRateLimiter(club.db, { signIn: 1, scans: 1, spending: 1 })
  const search = { scope: staffEndpoints.searchMembers.path, accountId: sub }
  for (let time = 0; time < 30; time += 1) await limiter.consumeStaffSearch(search)
  await page.getByLabel('Find a member').fill('nobody at all, again')
  await expect(page.getByText('You’ve asked for this very often. It works again from')).toBeVisible()
  await expectAccessible(page)
})

test('A part of a name leads to a page or to a member, from wherever somebody is', async ({
  page,
  context,
  club,
  member,
}) => {
  const name = { first_name: 'Wai Lam', last_name: 'Numbat' }
  await club.db.updateTable('members').set(name).where('id', '=', member.id).execute()
  await signInAsStaff(context, club, ['membership'])
  await page.goto('/staff/en/member')
  await page.getByLabel('Find a member').click()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Page or member' })).toBeFocused()
  await page.keyboard.type('fig')
  await expect(page.getByRole('option', { name: 'Figures' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Figures')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('numbat')
  await expect(page.getByRole('option', { name: /Wai Lam Numbat/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /Wai Lam Numbat/ })).toBeVisible()
  await page.keyboard.press('?')
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to a page, or find a member'),
  ).toBeVisible()
})

test('Of a long list the heads stay', async ({ page, context, club }) => {
  await sql`insert into staff_acts (actor, action, subject_kind, subject_id)
    select 'cli:tester', 'content_import', 'contents', n::text from generate_series(1, 100) n`.execute(club.db)
  await signInAsStaff(context, club, ['owner'])
  await page.setViewportSize(wideScreen)
  await page.goto('/staff/en/log')
  const log = page.getByRole('table', { name: 'Log' })
  await log.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect(log.getByRole('row').nth(1)).not.toBeInViewport()
  await expect(log.getByRole('columnheader', { name: 'What' })).toBeInViewport()
})
