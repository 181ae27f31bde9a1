import { expect, type Page } from '@playwright/test'
import { memberMails } from '#server/mail/memberMails.ts'
import { decideApplication, type YouthDecision } from '#server/services/membership/youth.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { test as base } from '#tests/support/clubTest.ts'
import type { TestMember } from '#tests/support/members.ts'
import { fillSignIn } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { asStaff } from '#tests/support/staff.ts'
import { pdfOfSize } from '#tests/support/youngApplicant.ts'

/** Members who have an account, and have not joined to the end. */
const test = base.extend({
  member: async ({ club }, use) => use(await newcomer(club.db)),
})

const words = {
  en: {
    goOn: 'Continue',
    pay: 'Pay HK$300',
    received: 'We’ve received your application',
    until: /until 31 Aug 20\d\d\.$/,
  },
  tc: { goOn: '繼續', pay: '支付 HK$300', received: '我們已收到你的申請', until: /有效期至20\d\d年8月31日。$/ },
  sc: { goOn: '继续', pay: '支付 HK$300', received: '我们已收到你的申请', until: /有效期至20\d\d年8月31日。$/ },
}

const picture = { ...pictureOf('Chan Wing Yan, class 4B'), name: 'card.png' }
/** Larger than any request without a file. */
const pdf = { name: 'card.pdf', mimeType: 'application/pdf', buffer: pdfOfSize(300_000) }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, name: string) => page.locator(`#field-${name}`)
const summary = (page: Page) => page.getByRole('region', { name: /^Check/ })

async function fillAbout(page: Page): Promise<void> {
  await field(page, 'first_name').fill('Wing Yan')
  await field(page, 'last_name').fill('Chan')
  await field(page, 'dob').selectOption('2010')
  await field(page, 'dob-month').selectOption('05')
  await field(page, 'guardian_name').fill('Chan Tai Man')
  await field(page, 'guardian_mobile').fill('5123 9999')
  await field(page, 'guardian_email').fill('guardian@club.example')
}

async function fillSchool(page: Page): Promise<void> {
  await field(page, 'school_type').selectOption('secondary_school')
  await field(page, 'school_name').fill('Harbour View Secondary School')
}

async function agree(page: Page): Promise<void> {
  await field(page, 'consent').check()
}

/** Fills in the whole form in an open page, up to the button that leads to the payment. */
async function fillIn(page: Page, lang: keyof typeof words): Promise<void> {
  await page.goto(`/${lang}/registration-ya`)
  await fillAbout(page)
  await press(page, words[lang].goOn)
  await fillSchool(page)
  await field(page, '_student_card_base64').setInputFiles(pdf)
  await expect(page.getByText('card.pdf')).toBeVisible()
  await agree(page)
}

async function payWith(page: Page, card: string): Promise<void> {
  await page.waitForURL(/\/payment-simulator\/card\//)
  await page.locator('input[name=card]').fill(card)
  await page.keyboard.press('Enter')
}

const decide = async ({ db }: Club, { id }: TestMember, decision: YouthDecision['decision']) => {
  const notify = memberMails({ smtpUrl: null })
  return decideApplication(asStaff(db), { memberId: id, decision, now: new Date(), notify })
}

/** What is wrong with a step takes the focus, and both states of it are accessible. */
async function expectRefused(page: Page, button: string, count: number): Promise<void> {
  await expectAccessible(page)
  await press(page, button)
  await expect(summary(page)).toBeFocused()
  await expect(summary(page).getByRole('link')).toHaveCount(count)
  await expectAccessible(page)
}

test('A student applies on a phone, pays after a refused card, and is approved', async ({ page, club, member }) => {
  await page.goto('/en/join-club-bravo')
  await page.getByRole('link', { name: 'Apply now' }).click()
  await expect(page.getByText('Next, apply to the Young Audience Scheme')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, member)
  await expect(heading(page, 'Apply to the Young Audience Scheme')).toBeVisible()
  await expect(page).toHaveURL(/registration-ya\?step=about$/)
  await expectRefused(page, 'Continue', 6)
  await fillAbout(page)
  await press(page, 'Continue')
  await expect(page).toHaveURL(/step=school$/)
  await expectRefused(page, 'Pay HK$300', 4)

  // By keyboard from what is wrong to the control.
  await summary(page).getByRole('link', { name: 'Add your student card.' }).press('Enter')
  await expect(field(page, '_student_card_base64')).toBeFocused()
  await expect(page.getByLabel('Take a photo')).toHaveAttribute('capture', 'environment')
  await fillSchool(page)
  await field(page, '_student_card_base64').setInputFiles(picture)
  await expect(page.getByRole('img', { name: 'Your student card' })).toBeVisible()
  await expectAccessible(page)
  // Back and forward the card stays; a reload forgets it, and says so.
  await page.goBack()
  await expect(field(page, 'guardian_name')).toHaveValue('Chan Tai Man')
  await page.goForward()
  await expect(page.getByRole('img', { name: 'Your student card' })).toBeVisible()
  await expect(page.getByText('Saved on this device, except for your student card')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Continue where you left off')).toBeVisible()
  await expect(field(page, 'school_name')).toHaveValue('Harbour View Secondary School')
  await expect(page.getByText('Choose it again')).toBeVisible()
  await field(page, '_student_card_base64').setInputFiles(picture)
  await expect(page.getByRole('img', { name: 'Your student card' })).toBeVisible()
  await agree(page)
  await press(page, 'Pay HK$300')

  await payWith(page, '4000 0000 0000 0002')
  const sent = club.proxy.seen.findLast(({ path }) => path.endsWith('/update-profile'))
  expect(sent?.body).toContain('"_is_ya_form":true')
  await expect(heading(page, 'Your payment didn’t go through')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose another membership' })).toHaveAttribute(
    'href',
    /\/en\/registration\?step=tier$/,
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Pay again' }).click()
  await expect(heading(page, 'Pay for your application')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText(words.en.until)).toBeVisible()
  await press(page, 'Pay HK$300')
  await payWith(page, '4111 1111 1111 1111')
  await expect(page).toHaveURL(/\/en\/registration-success\?Ref=/)
  await expect(heading(page, 'We’ve received your application')).toBeVisible()
  await expect(page.getByRole('link', { name: 'receipt' })).toHaveAttribute('href', /\/en\/receipts$/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByText('We’re looking at your Young Audience Scheme application')).toBeVisible()
  await expectAccessible(page)
  for (const address of ['/en/registration-ya', '/en/registration-ya?step=payment']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/en\/member-detail$/)
  }
  expect(await decide(club, member, { event: 'approved' })).toMatchObject({ kind: 'decided' })
  await page.reload()
  await expect(page.getByText(/^Young Audience Scheme until 31 Aug 20\d\d$/)).toBeVisible()
})

for (const lang of ['tc', 'sc'] as const) {
  test(`An application is paid, rejected with a reason, and can be made again (${lang})`, async ({
    signedInPage: page,
    club,
    member,
  }) => {
    await fillIn(page, lang)
    await expect(page.getByText(words[lang].until)).toBeVisible()
    await press(page, words[lang].pay)
    await payWith(page, '4111 1111 1111 1111')
    await expect(heading(page, words[lang].received)).toBeVisible()
    const reason = 'The name on the card isn’t yours.'
    expect(await decide(club, member, { event: 'rejected', reason })).toMatchObject({ kind: 'decided' })
    await page.goto(`/${lang}/member-detail`)
    await expect(page.getByText(reason)).toBeVisible()
    await expectAccessible(page)
    await page.locator(`main a[href="/${lang}/registration-ya"]`).click()
    await expect(page).toHaveURL(/step=about$/)
    // What was filled in is there, and the card is asked for anew.
    await expect(field(page, 'guardian_name')).toHaveValue('Chan Tai Man')
  })
}

test('Sending takes its time; a lost answer makes one application, which the account pays for later', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await fillIn(page, 'en')
  const held = club.proxy.hold({ path: /\/users\/update-profile$/ })
  await press(page, 'Pay HK$300')
  await held.arrived
  await expect(page.getByText('Sending your application and your student card…')).toBeVisible()
  await expectAccessible(page)
  held.release({ kind: 'swallow-reset' })
  await expect(page.getByText('We haven’t had an answer yet')).toBeVisible()
  await expect(page.getByText('card.pdf')).toBeVisible()
  await press(page, 'Pay HK$300')
  await page.waitForURL(/\/payment-simulator\/card\//)
  const sent = await club.db
    .selectFrom('student_cards')
    .select('media_type')
    .where('member_id', '=', member.id)
    .execute()
  expect(sent).toEqual([{ media_type: 'application/pdf' }])

  await press(page, 'Cancel payment')
  await expect(heading(page, 'You cancelled the payment')).toBeVisible()
  await expect(page.getByRole('main').getByText('something went wrong')).toHaveCount(0)
  await expect(page.locator('#main').getByRole('link', { name: 'Become a Red member' })).toHaveAttribute(
    'href',
    /\/en\/registration-red$/,
  )
  await expect(page.getByRole('link', { name: 'Pay again' })).toBeVisible()
  // A student who is Gold meanwhile has no other membership to choose.
  const cancelled = page.url()
  const gold = { membership_tier: 'Gold', tier_expiry_date: new Date(Date.now() + 30 * 24 * 60 * 60_000) } as const
  await club.db.updateTable('members').set(gold).where('id', '=', member.id).execute()
  await page.goto('/en/membership-card')
  await expect(page.getByRole('main').getByText('Gold').first()).toBeVisible()
  await page.goto(cancelled)
  await expect(page.getByRole('link', { name: 'Pay again' })).toBeVisible()
  await expect(page.locator('#main').getByRole('link', { name: 'Become a Red member' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByText('You haven’t paid for your Young Audience Scheme application yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Pay now' }).click()
  await press(page, 'Pay HK$300')
  await payWith(page, '4111 1111 1111 1111')
  await expect(heading(page, 'We’ve received your application')).toBeVisible()
})

test('After a lost answer, the form outlives leaving the page: a correction is sent until the application is paid', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await fillIn(page, 'en')
  const swallow = club.proxy.fault({ path: /\/users\/update-profile$/ }, { kind: 'swallow-reset' })
  await press(page, 'Pay HK$300')
  await expect(page.getByText('We haven’t had an answer yet')).toBeVisible()
  swallow()
  // The account leads to the form, until this device knows that the application is made.
  await page.goto('/en/member-detail')
  await expect(page).toHaveURL(/registration-ya/)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Pending Payment')
  await page.reload()
  await expect(page.getByText('Continue where you left off')).toBeVisible()
  await expect(page).toHaveURL(/step=school$/)
  await field(page, 'school_name').fill('Pier Road College')
  await field(page, '_student_card_base64').setInputFiles(pdf)
  // The lost call has arrived: the terms are accepted.
  await expect(field(page, 'consent')).toHaveCount(0)
  await press(page, 'Pay HK$300')
  await page.waitForURL(/\/payment-simulator\/card\//)
  const sent = await club.db.selectFrom('members').select('school_name').where('id', '=', member.id).execute()
  expect(sent).toEqual([{ school_name: 'Pier Road College' }])
  // Nothing is left to correct.
  await page.goto('/en/registration-ya')
  await expect(page).toHaveURL(/\/en\/member-detail$/)
})

test('Whoever comes back from signing in without an account is asked, and not led away again', async ({ page }) => {
  await page.goto('/en/registration-ya')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.goto('/en/registration-ya')
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'I already have an account' })).toBeVisible()
  await expectAccessible(page)
})
