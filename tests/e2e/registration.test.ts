import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { launchKillableBrowser } from '#tests/faults/killableBrowser.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test as base } from '#tests/support/clubTest.ts'
import { readDatabase } from '#tests/support/indexedDatabases.ts'
import { pointsOf } from '#tests/support/members.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { untilDraftHolds, untilOfflineReady } from '#tests/support/pageActions.ts'
import { newcomer } from '#tests/support/registrations.ts'

/** Members who have an account, and have not joined to the end. */
const test = base.extend({
  member: async ({ club, verified }, use) => use(await newcomer(club.db, { verified })),
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page, name: string) => page.locator(`#field-${name}`)
const kept = (page: Page, text: string | RegExp) => expect(page.getByText(text, { exact: true })).toBeVisible()

async function fillAbout(page: Page): Promise<void> {
  await field(page, 'first_name').fill('Wing Yan')
  await field(page, 'last_name').fill('Chan')
  await field(page, 'chinese_name').fill('陳詠欣')
  await field(page, 'dob').selectOption('1991')
  await field(page, 'dob-month').selectOption('05')
}

/** From the first step to the last: a press that comes before the next step is there would go to that one again. */
async function toPreference(page: Page): Promise<void> {
  await press(page, 'Continue')
  await expect(field(page, 'mobile')).toBeVisible()
  await press(page, 'Continue')
}

async function fillPreference(page: Page): Promise<void> {
  for (const name of ['interest_id', 'consent']) await field(page, name).check()
}

test.describe('with an address that is not verified', () => {
  test.use({ verified: false })

  test('By keyboard: what is wrong takes the focus and leads to its field, in every step, back and forward', async ({
    signedInPage: page,
  }) => {
    await page.goto('/en/member-detail')
    await expect(page).toHaveURL(/\/en\/registration$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Choose your membership' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/en/registration-free')
    await expect(page).toHaveURL(/step=about$/)
    await expect(page.getByRole('heading', { level: 2, name: 'About you' })).toBeVisible()
    await expectAccessible(page)
    const years = field(page, 'dob').getByRole('option')
    const year = new Date().getFullYear()
    await expect(years).toHaveText(['Select', ...Array.from({ length: 120 }, (_, index) => String(year - 1 - index))])
    const summary = page.getByRole('region', { name: /^Check/ })
    const goOn = page.getByRole('button', { name: 'Continue' })

    const firstName = page.getByRole('textbox', { name: 'First name (English)' })
    await firstName.focus()
    await page.keyboard.type('大文')
    await page.keyboard.press('Enter')
    await expect(summary).toBeFocused()
    await expect(firstName).toHaveAccessibleDescription('Enter your first name in English letters.')
    await page.getByRole('combobox', { name: 'Year' }).selectOption('1991')
    await goOn.focus()
    await page.keyboard.press('Enter')
    await expect(summary.getByRole('link')).toHaveCount(2)
    await expectAccessible(page)
    await summary.getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await expect(firstName).toBeFocused()
    await firstName.fill('Wing')
    await expect(summary.getByRole('link')).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Month' }).selectOption('05')
    await expect(summary).toHaveCount(0)
    await goOn.focus()
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { level: 2, name: 'How to reach you' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Mobile number' }).fill('many')
    await page.keyboard.press('Enter')
    await expect(summary).toBeFocused()
    await expectAccessible(page)
    const mobile = page.getByRole('textbox', { name: 'Mobile number' })
    await mobile.fill('5123000')
    await page.keyboard.press('Tab')
    // A warning: the number stays valid.
    await expect(mobile).toHaveAccessibleDescription('Is this number complete? It doesn’t look like a mobile number.')
    await expect(summary).toHaveCount(0)
    await expectAccessible(page)
    await mobile.fill('５１２３０００１')
    await expect(mobile).toHaveAccessibleDescription('')
    await goOn.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'What you like' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Join Club Bravo' }).press('Enter')
    await expect(summary.getByRole('link')).toHaveText([
      'Confirm that the email address is correct and tick the box.',
      'Read the terms and conditions and tick the box.',
    ])
    await expectAccessible(page)

    await page.goBack()
    await expect(page.getByRole('heading', { level: 2, name: 'How to reach you' })).toBeFocused()
    await page.goForward()
    // What was wrong there still is.
    await expect(summary).toBeFocused()
    await page.getByRole('button', { name: '1. About you' }).press('Enter')
    await expect(firstName).toHaveValue('Wing')
  })
})

test('A lost answer and a second press make one registration; what the server refuses is shown at its field', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await page.goto('/en/registration-free?step=about')
  await fillAbout(page)
  await toPreference(page)
  await fillPreference(page)
  const update = { path: /\/users\/update-profile$/ }
  const refuse = club.proxy.fault(update, {
    kind: 'answer',
    status: 422,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Validation Error', errors: { mobile: ['mobile has already been used'] } }),
  })
  await press(page, 'Join Club Bravo')
  await expect(page.getByRole('region', { name: 'Check 1 field' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Mobile number' })).toHaveAccessibleDescription(
    'Mobile number has already been used.',
  )
  refuse()
  await press(page, 'Continue')
  const fail = club.proxy.fault(update, {
    kind: 'answer',
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"Joining is closed today"}',
  })
  await press(page, 'Join Club Bravo')
  await expect(page.getByRole('dialog')).toContainText('Joining is closed today')
  await page.keyboard.press('Escape')
  fail()
  const limit = club.proxy.fault(update, {
    kind: 'answer',
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '120' },
    body: '{"message":"Too many attempts. Wait 120 s and try again."}',
  })
  await press(page, 'Join Club Bravo')
  await expect(page.getByText('Too many attempts. Try again in 2 minutes.')).toBeVisible()
  limit()
  club.proxy.fault({ ...update, times: 1 }, { kind: 'swallow-reset' })
  await press(page, 'Join Club Bravo')
  await expect(page.getByText('We haven’t had an answer yet')).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(500)
  const down = club.proxy.fault(update, {
    kind: 'answer',
    status: 503,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"We are moving house until noon."}',
  })
  await press(page, 'Join Club Bravo')
  await expect(page.getByText('We are moving house until noon.')).toBeVisible()
  await expect(page.getByText('We haven’t had an answer yet')).toBeHidden()
  down()
  await press(page, 'Join Club Bravo')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome to Club Bravo')
  expect(await pointsOf(club.db, member.id)).toBe(500)
})

test('Who closes the app before the last step is answered joins once, whether the club has heard of it or not', async ({
  signedInPage: page,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const update = { path: /\/users\/update-profile$/ }
  let open = page
  /** Presses the last button, gets no answer, closes the app, and opens the form again. */
  const closeBeforeAnswer = async (fault: Parameters<typeof club.proxy.fault>[1]) => {
    const answersReturn = club.proxy.fault(update, fault)
    await press(open, 'Join Club Bravo')
    await expect(open.getByText('We haven’t had an answer yet')).toBeVisible()
    const another = await context.newPage()
    await open.close()
    answersReturn()
    await another.goto('/en/registration-free')
    open = another
  }
  await page.goto('/en/registration-free?step=about')
  await fillAbout(page)
  await toPreference(page)
  await fillPreference(page)

  await test.step('Where the club has not, the form is offered as it was, and the same press joins', async () => {
    await closeBeforeAnswer({ kind: 'reset' })
    await expect(open.getByText('Continue where you left off')).toBeVisible()
    await expect(open.getByRole('heading', { level: 2, name: 'What you like' })).toBeVisible()
    await expectAccessible(open)
    expect(await pointsOf(club.db, member.id)).toBe(0)
  })

  await test.step('Where it has, the account shows that', async () => {
    await closeBeforeAnswer({ kind: 'swallow-reset' })
    await expect(open).toHaveURL(/\/en\/member-detail$/)
    await expect(open.getByRole('region', { name: 'Your points' })).toContainText('500')
    expect(await pointsOf(club.db, member.id)).toBe(500)
  })
  const sent = club.proxy.seen.filter(({ path }) => path.endsWith('/users/update-profile'))
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test.describe('from a first visit on', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Offline the form is filled in, kept over a reload, and sent later; signing out leaves nothing of it', async ({
    signedInPage: page,
    club,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    await page.goto('/en/registration-free')
    await expect(page).toHaveURL(/step=about$/)
    await untilOfflineReady(page)
    await disconnect(page, club)
    await expect(page.getByText('You’re offline')).toBeVisible()
    await fillAbout(page)
    await press(page, 'Continue')
    await kept(page, 'Saved on this device')
    // That may still tell of the step before.
    await expect
      .poll(async () => JSON.stringify(await readDatabase(page, 'club-bravo-drafts')))
      .toContain('"step":"contact"')
    await page.reload()
    await expect(page.getByText('Continue where you left off')).toBeVisible()
    await expect(page).toHaveURL(/step=contact$/)
    await press(page, '1. About you')
    await expect(field(page, 'dob-month')).toHaveValue('05')
    await reconnect(page, club)
    const cameBack = page.waitForEvent('load')
    await press(page, 'Sign out')
    await cameBack
    await expect.poll(() => readDatabase(page, 'club-bravo-drafts')).toEqual([])
  })
})
test('A draft survives a killed browser and is offered back; starting again forgets it', async ({ club, member }) => {
  const profile = await mkdtemp(join(tmpdir(), 'club-bravo-phone-'))
  const first = await launchKillableBrowser(profile)
  const address = `${club.origin}/en/registration-free`
  await first.page.goto(`${club.origin}/en/registration`)
  await first.page.getByRole('textbox').fill(member.email)
  await press(first.page, 'Continue')
  await first.page.locator('input[name=password]').fill(member.password)
  await first.page.locator('input[name=password]').press('Enter')
  await expect(first.page.getByRole('heading', { name: 'Choose your membership' })).toBeVisible()
  await first.quit()

  const second = await launchKillableBrowser(profile)
  await second.page.goto(address)
  await fillAbout(second.page)
  await kept(second.page, 'Saved on this device')
  await untilDraftHolds(second.page, field(second.page, 'first_name'))
  await second.kill()

  const third = await launchKillableBrowser(profile)
  await third.page.goto(address)
  await expect(third.page.getByText('Continue where you left off')).toBeVisible()
  await expect(field(third.page, 'first_name')).toHaveValue('Wing Yan')
  await press(third.page, 'Start again')
  await expect(field(third.page, 'first_name')).toHaveValue('')
  await expect(third.page.getByText('Continue where you left off')).toHaveCount(0)
  await third.kill()
  await rm(profile, { recursive: true, force: true })
})
