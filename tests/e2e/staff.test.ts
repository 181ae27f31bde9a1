import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { languages } from '#contract/language.ts'
import { parseCsv } from '#contract/schemas/parseCsv.ts'
import { roleNames, roles } from '#contract/staff/roles.ts'
import { endpoints } from '#contract/index.ts'
import { createRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { enter } from '#tests/support/keyboard.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { signInAsStaff } from '#tests/support/staffPages.ts'

/** The screen of a desktop. */
const wideScreen = { width: 1440, height: 900 }
const staffPages = [
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
]
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('Whoever isn’t signed in is led to the sign-in, and back; after a wrong password the address stands in its field, and in no address that a server sees', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())))
  await page.goto('/staff')
  await expect(heading(page, 'Sign in to Club Bravo’s staff pages')).toBeVisible()
  expect
    .soft(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href'))
    .toBe('/identity/staff?return_to=%2Fstaff%2Fen%2Ftoday')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email address').fill('counter@clubbravo.test')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveTitle(/^Error:/)
  await expect.soft(page.getByLabel('Email address')).toHaveValue('counter@clubbravo.test')
  await expect.soft(page.getByLabel('Password', { exact: true })).toBeFocused()
  expect(page.url()).not.toContain('counter')
  // Playwright names a request with what is after its #.
  expect(asked.filter((address) => address.split('#')[0]?.includes('counter@'))).toEqual([])
})

/** Goes to a page of staff as “back” does, which loads nothing anew. */
const goBackTo = (page: Page, address: string) =>
  page.evaluate((href) => {
    history.pushState(null, '', href)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

test('An address names a part of a page; back leads there again, and what it says wrongly counts as not said', async ({
  page,
  context,
  club,
}) => {
  await signInAsStaff(context, club, ['owner'])
  await page.setViewportSize(wideScreen)
  const packed = '/staff/en/sending?part=parcels&state=packed'
  await page.goto(packed)
  const state = page.getByLabel('Show parcels that are')
  await expect(state).toHaveValue('packed')
  await page.getByRole('link', { name: 'Refunds' }).click()
  await page.getByLabel('Include refunded payments').check()
  await expect(page).toHaveURL('/staff/en/sending?part=refunds&all=1')
  await page.goBack()
  await expect(page).toHaveURL(packed)
  await expect(state).toHaveValue('packed')
  await page.goForward()
  await expect(page.getByLabel('Include refunded payments')).toBeChecked()
  await page.goto('/staff/en/sending?part=letters&state=lost')
  await expect(state).toHaveValue('ordered')
  await page.goto('/staff/en/parcels?state=packed')
  await expect(heading(page, 'Page not found')).toBeFocused()
  await expect(page).toHaveURL('/staff/en/parcels?state=packed')
  await page.getByRole('link', { name: '繁' }).click()
  await expect(page).toHaveURL('/staff/tc/parcels?state=packed')
  await page.goto('/staff/elsewhere')
  await expect(page).toHaveURL(/\/staff\/tc\/today$/)
})

test('Each role sees its own pages, and is told which it may not see', async ({ page, context, club }) => {
  const pages = {
    counter: 'member_search',
    member: 'member_read',
    sending: 'parcel_read',
    tickets: 'ticket_read',
    figures: 'figures_read',
    links: 'upgrade_read',
    people: 'staff_read',
    keys: 'key_manage',
    log: 'act_read',
  } as const
  for (const role of roleNames)
    await test.step(role, async () => {
      await signInAsStaff(context, club, [role])
      await page.goto('/staff/en/today')
      await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
      for (const [name, permission] of Object.entries(pages)) {
        await goBackTo(page, `/staff/en/${name}`)
        const isOpen = roles[role].some((one) => one === permission) || (name === 'sending' && role === 'finance')
        await expect.soft(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect
          .soft(page.getByText('Your roles don’t allow this.'), `${name} for ${role}`)
          .toHaveCount(isOpen ? 0 : 1)
      }
    })
})

test('Whose role has nothing on Today is led to another page, and keeps their passkeys', async ({
  page,
  context,
  club,
}) => {
  await signInAsStaff(context, club, ['steward'])
  await page.goto('/staff/en/today')
  await expect(page.getByText('Choose another page.')).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Passkeys' })).toBeVisible()
})

for (const lang of languages)
  test(`Every page is whole on a phone, a tablet and a desktop, in ${lang}`, async ({ page, context, club }) => {
    await signInAsStaff(context, club, ['owner'])
    await page.setViewportSize(wideScreen)
    await page.goto(`/staff/${lang}/today`)
    for (const name of staffPages)
      await test.step(`/staff/${lang}/${name}`, async () => {
        // The links to the other languages lead to the same page.
        const link = page.locator(`nav a:not([lang])[href="/staff/${lang}/${name}"]`)
        await link.click()
        await expect(link).toHaveAttribute('aria-current', 'page')
        for (const width of [390, 820, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.locator('output', { hasText: '…' })).toHaveCount(0)
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect.soft([name, width, overflow]).toEqual([name, width, 0])
        }
        await expectAccessible(page)
      })
  })

test('On a phone the pages are behind one row, offline they say so, and of a long list the heads stay', async ({
  page,
  context,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await sql`insert into staff_acts (actor, action, subject_kind, subject_id)
    select 'cli:tester', 'content_import', 'contents', n::text from generate_series(1, 100) n`.execute(club.db)
  await signInAsStaff(context, club, ['owner'])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/staff/en/log')
  await expect(heading(page, 'Log')).toBeVisible()
  const menu = page.getByRole('button', { name: 'Menu' })
  const pages = page.getByRole('navigation', { name: 'Pages' })

  await test.step('On a phone the pages are behind one row: a menu by keyboard, which marks the current page', async () => {
    const row = await page.getByRole('banner').boundingBox()
    expect.soft(row?.height).toBeLessThan(72)
    await expect(pages).toBeHidden()
    await enter(page, menu)
    await expect.soft(pages.getByRole('link', { name: 'Log' })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(pages).toBeHidden()
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await enter(page, pages.getByRole('link', { name: 'Events' }))
    await expect(heading(page, 'Events')).toBeFocused()
    await expect(pages).toBeHidden()
  })

  await test.step('Offline, the pages say so, and go on with the network', async () => {
    await page.goto('/staff/en/today')
    await expect(page.getByText('Parcels to pack or send')).toBeVisible()
    await disconnect(page, club)
    await expect.soft(page.getByText('You’re offline.').first()).toBeVisible()
    await menu.click()
    await page.getByRole('link', { name: 'Log' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await reconnect(page, club)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })

  await test.step('Of a long list the heads stay, and back leads to where it was', async () => {
    await page.setViewportSize(wideScreen)
    const log = page.getByRole('table', { name: 'Log' })
    await log.getByRole('row').last().scrollIntoViewIfNeeded()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: /as CSV$/ }).click()
    const lines = parseCsv((await readFile(await (await downloading).path(), 'utf8')).replace('\uFEFF', ''))
    expect(lines[0]?.fields).toEqual(['When', 'What', 'About', 'Done by', 'Member', 'Change', 'Why'])
    expect(lines).toHaveLength(await log.getByRole('row').count())
    await log.getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(log.getByRole('row').nth(1)).not.toBeInViewport()
    await expect(log.getByRole('columnheader', { name: 'What' })).toBeInViewport()
    await page.getByRole('link', { name: 'Today' }).click()
    await expect(heading(page, 'Today')).toBeInViewport()
    await page.goBack()
    await expect(log.getByRole('row').last()).toBeInViewport()
  })
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
  await expect(page.getByRole('rowheader', { name: 'Opened a member’s account' })).toBeVisible()
  expect(page.url()).toBe(`${club.origin}/staff/en/log`)
  await page.goto('/staff/en/links')
  await page.getByLabel('Find').fill(email)
  await page.getByLabel('Find').press('Enter')
  await expect(page.getByText('No links or codes match.')).toBeVisible()
  expect(page.url()).toBe(`${club.origin}/staff/en/links`)
  expect(addresses.filter((address) => address.includes(email))).toEqual([])
})

test('A part of a name leads to a page or to a member, until somebody has searched too often', async ({
  page,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const name = { first_name: 'Wai Lam', last_name: 'Numbat' }
  await club.db.updateTable('members').set(name).where('id', '=', member.id).execute()
  const { sub } = await signInAsStaff(context, club, ['membership'])
  await page.goto('/staff/en/member')

  await test.step('A part of a name leads to a page or to a member, from wherever somebody is', async () => {
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
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcuts.getByText('Go to a page, or find a member')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(shortcuts).toHaveCount(0)
  })

  await test.step('Who has searched too often is told when the next search works', async () => {
    await page.getByLabel('Find a member').fill('nobody at all')
    await expect(page.getByText('No one found.')).toBeVisible()
    const limiter = createRateLimiter(club.db, { signIn: 1, scans: 1, spending: 1 })
    const search = { scope: endpoints.searchMembers.path, accountId: sub }
    for (let time = 0; time < 30; time += 1) await limiter.consume({ of: 'staff-search', ...search })
    await page.getByLabel('Find a member').fill('nobody at all, again')
    await expect(page.getByText('Too many attempts. Try again after')).toBeVisible()
    await expectAccessible(page)
  })
})
