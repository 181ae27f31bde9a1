import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { layoutShift } from '#tests/support/layoutShift.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test as base } from '#tests/support/clubTest.ts'
import { refusal } from '#tests/support/faults.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { fillSignIn } from '#tests/support/pageActions.ts'
import { newcomer, newUpgradeToken } from '#tests/support/registrations.ts'
import { storeSignIn } from '#tests/support/storedSignIn.ts'

/** Members who have an account, and have not joined to the end. */
const test = base.extend({
  member: async ({ club }, use) => use(await newcomer(club.db)),
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, name: string) => page.locator(`#field-${name}`)
const says = (page: Page, text: string | RegExp) => expect(page.getByText(text)).toBeVisible()

async function fillAbout(page: Page): Promise<void> {
  await field(page, 'salutations').selectOption('ms')
  await field(page, 'first_name').fill('Wing Yan')
  await field(page, 'last_name').fill('Chan')
  await field(page, 'gender').selectOption('female')
  await field(page, 'dob').selectOption('1991')
  await field(page, 'dob-month').selectOption('05')
}

async function fillHome(page: Page): Promise<void> {
  await field(page, 'house_or_building_estate').fill('Harbour Court')
  await field(page, 'road_or_street').fill('1 Harbour Road')
  await field(page, 'district').fill('Wan Chai')
  await field(page, 'country').selectOption({ index: 1 })
}

async function fillPreference(page: Page): Promise<void> {
  for (const name of ['interest_id', 'consent']) await field(page, name).check()
}

test('A card holder comes from the partner’s page, creates an account, and is a Red member', async ({
  page,
  context,
  club,
}) => {
  const token = await newUpgradeToken(club.db, 'sc')
  const email = `card-${token}@club.example`
  const password = 'seven violins and a harp'
  await page.goto(`/en/card-partner-upgrade#token=${token}`)
  await expect(page).toHaveURL(/\/en\/card-partner-upgrade$/)
  await expect(page.getByRole('heading', { level: 2, name: 'From your card to your upgrade' })).toBeVisible()
  await expectAccessible(page)
  await follow(page, 'Redeem my upgrade')
  await expect(title(page, 'Card partner upgrade')).toBeFocused()
  await expect(page).toHaveURL(/\/en\/registration-sc$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Your free upgrade to Red' })).toBeVisible()
  await expectAccessible(page)

  await follow(page, 'Create an account')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Choose a password').fill(password)
  await press(page, 'Create account')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const inbox = await context.newPage()
  await inbox.goto(linkIn(await lastMailTo(club, email)))
  await inbox.getByLabel('Password', { exact: true }).fill(password)
  await press(inbox, 'Yes, this is my email address')
  await expect(inbox.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await inbox.close()
  await page.getByRole('link', { name: 'Continue to Club Bravo' }).click()

  // The address is verified: the password was typed here and there.
  await expect(title(page, 'Redeem your card partner upgrade')).toBeVisible()
  await expect(page).toHaveURL(/\/en\/registration-sc\?step=about$/)
  await expectAccessible(page)
  await press(page, 'Continue')
  await expect(page.getByRole('region', { name: 'Check 5 fields' })).toBeFocused()
  await expectAccessible(page)
  await fillAbout(page)
  await press(page, 'Continue')
  await expect(field(page, 'mobile')).toBeVisible()
  await press(page, 'Continue')
  await expect(page.getByRole('region', { name: 'Check 4 fields' })).toBeFocused()
  await expectAccessible(page)
  await fillHome(page)
  await page.goBack()
  await expect(field(page, 'first_name')).toHaveValue('Wing Yan')
  await page.goForward()
  await expect(field(page, 'district')).toHaveValue('Wan Chai')
  await press(page, 'Continue')
  // The account has accepted the terms.
  await expect(field(page, 'consent')).toHaveCount(0)
  await expectAccessible(page)
  await field(page, 'interest_id').check()
  await press(page, 'Redeem my upgrade')

  await expect(title(page, 'You’re now a Red member')).toBeVisible()
  await expect(page.getByRole('main').getByText('Red member', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await follow(page, 'Go to your account')
  await expect(page).toHaveURL(/\/en\/member-detail$/)
  await expect(page.getByText('1,500', { exact: true })).toBeVisible()
  // The form has nothing to do any more, and the link says so.
  await page.goto('/en/registration-sc')
  await expect(page).toHaveURL(/\/en\/member-detail$/)
  await page.goto(`/en/registration-sc#token=${token}`)
  await says(page, 'You’ve already redeemed this offer')
})

test('An invited person signs in from the header, keeps a draft, and gets the tier after a reload and a lost answer', async ({
  page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const token = await newUpgradeToken(club.db, 'free_tier_upgrade', { tier: 'Gold', email: member.email })
  // The specification's links have nothing but the token in their hash.
  await page.goto(`/en/registration-free-tier-upgrade#${token}`)
  await expect(page).toHaveURL(/\/en\/registration-free-tier-upgrade$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Your free upgrade to Gold' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, member)
  await expect(title(page, 'Accept your invitation')).toBeVisible()
  await expect(page).toHaveURL(/\/en\/registration-free-tier-upgrade\?step=about$/)
  await expectAccessible(page)
  await fillAbout(page)
  await press(page, 'Continue')
  await expect(field(page, 'mobile')).toBeVisible()
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  await page.reload()
  await says(page, 'Continue where you left off')
  await expect(page).toHaveURL(/step=contact$/)
  await expectAccessible(page)
  // Until the form is sent, the account is here.
  await page.goto('/en/faq')
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await says(page, 'Continue where you left off')
  await expect(page).toHaveURL(/\/en\/registration-free-tier-upgrade\?step=contact$/)
  await press(page, 'Continue')
  await fillPreference(page)

  const lose = club.proxy.fault({ path: /\/set-free-upgrade-token-used$/ }, { kind: 'reset' })
  await press(page, 'Accept my invitation')
  await says(page, 'We couldn’t upgrade your membership yet')
  await expectAccessible(page)
  await page.reload()
  await says(page, 'We couldn’t upgrade your membership yet')
  lose()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(title(page, 'You’re now a Gold member')).toBeVisible()
  await expect(page.getByRole('main').getByText('Gold member', { exact: true })).toBeVisible()
  await follow(page, 'Go to your account')
  expect(await pointsOf(club.db, member.id)).toBe(2500)
})

test('A guest is told of every link that gives nothing, and what to do', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  const path = '/en/registration-sc'
  await page.goto(path)
  await says(page, 'Open your personal link')
  for (const name of ['Sign in', 'Join for free', 'Contact us'])
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
  // The link to the page's content is no token.
  await page.goto(`${path}#main`)
  await says(page, 'Open your personal link')

  const other = await newcomer(club.db)
  const refused = {
    'This link isn’t complete': '',
    'This link doesn’t work': await newUpgradeToken(club.db, 'free_tier_upgrade'),
    'This offer has expired': await newUpgradeToken(club.db, 'sc', { expiresAt: new Date(Date.now() - 1000) }),
    'This offer has already been redeemed': await newUpgradeToken(club.db, 'sc', { usedBy: other.id }),
  }
  for (const [text, token] of Object.entries(refused)) {
    await page.goto(`${path}#token=${token}`)
    await says(page, text)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expectAccessible(page)
  }

  const token = await newUpgradeToken(club.db, 'sc')
  const asked = { path: /\/get-sc-tier$/ }
  const tooMany = club.proxy.fault(asked, {
    kind: 'answer',
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '120' },
    body: '{"message":"Too many attempts"}',
  })
  await page.goto(`${path}#${token}`)
  await says(page, 'Too many attempts. Your link stays here: try again in 2 minutes.')
  await expectAccessible(page)
  tooMany()
  const cut = club.proxy.fault(asked, { kind: 'reset' })
  await press(page, 'Try again')
  await says(page, 'We couldn’t check your link')
  await expectAccessible(page)
  cut()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 2, name: 'Your free upgrade to Red' })).toBeVisible()
})

test('A member is told why a link gives them nothing, and uses another account or goes on without it', async ({
  signedInPage: page,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const path = '/en/registration-free-tier-upgrade'
  await page.goto(path)
  await says(page, 'Open your personal link')
  await expectAccessible(page)
  await follow(page, 'Choose another way to join')
  await expect(title(page, 'Choose your membership')).toBeVisible()

  const invited = await newcomer(club.db)
  const invitation = await newUpgradeToken(club.db, 'free_tier_upgrade', { email: invited.email })
  await page.goto(`${path}#token=${invitation}`)
  await says(page, 'This offer is for another email address')
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectAccessible(page)
  await follow(page, 'Use another account')
  await fillSignIn(page, invited)
  await says(page, `You’re signed in as ${invited.email}.`)
  await expect(title(page, 'Accept your invitation')).toBeVisible()

  // Members who have joined, with a tier.
  const token = await newUpgradeToken(club.db, 'sc')
  const openAs = async (tier: 'Black' | 'Red' | 'Gold', link = token) => {
    const joined = await newMember(club.db)
    await club.db.updateTable('members').set({ membership_tier: tier }).where('id', '=', joined.id).execute()
    // A page that is open would see another member's sign-in come half by half.
    await page.goto('/livez')
    await storeSignIn(context, club, joined)
    await page.goto(`/en/registration-sc#token=${link}`)
    return joined
  }
  /** Whether the member's account has the card partner's offer. */
  const expectInAccount = async (count: 0 | 1) => {
    await page.goto('/en/member-detail')
    await expect(page.getByRole('main').getByRole('link', { name: 'Compare the tiers' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Card partner upgrade' })).toHaveCount(count)
  }
  const { firstName } = await openAs('Black')
  await expect(field(page, 'first_name')).toHaveValue(firstName)
  await expectInAccount(1)
  await openAs('Red')
  await says(page, 'You already have this membership')
  await expectAccessible(page)
  await expectInAccount(1)
  await page.goto('/en/join-club-bravo')
  await page.getByText('I have an invitation, a partner’s card or an earlier membership').click()
  await page.getByRole('main').getByRole('link', { name: 'See the offer' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Redeem my upgrade' })).toBeVisible()
  await says(page, 'The offer is for new and Basic members.')
  const gold = await newUpgradeToken(club.db, 'sc', { tier: 'Gold' })
  const upgraded = await openAs('Red', gold)
  await expect(field(page, 'first_name')).toHaveValue(upgraded.firstName)
  await fillAbout(page)
  await press(page, 'Continue')
  await fillHome(page)
  await field(page, 'mobile').fill('51230001')
  await press(page, 'Continue')
  await fillPreference(page)
  // Where it cannot be marked as used, whatever the reason, the club sees to it.
  const unmarked = club.proxy.fault({ path: /\/set-sc-token-used$/ }, refusal(404))
  await press(page, 'Redeem my upgrade')
  await says(page, 'We couldn’t complete your upgrade')
  await says(page, 'Your details are saved. Contact us, and we’ll complete it for you.')
  await expectAccessible(page)
  unmarked()
  await page.goto(`/en/registration-sc#token=${gold}`)
  await press(page, 'Redeem my upgrade')
  await expect(page.getByRole('main').getByText('Gold member', { exact: true })).toBeVisible()
  await openAs('Gold')
  await says(page, 'You already have a higher tier')
  await expectAccessible(page)
  await expectInAccount(0)
  await page.goto('/en/card-partner-upgrade')
  await says(page, 'Your tier already includes this offer')
  await page.goto('/en/registration-sc')
  await says(page, 'You already have a higher tier')
  await page.goto('/en/join-club-bravo')
  await page.getByText('I have an invitation, a partner’s card or an earlier membership').click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Link my membership' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'See the offer' })).toHaveCount(0)
  expect(await pointsOf(club.db, member.id)).toBe(0)
})
