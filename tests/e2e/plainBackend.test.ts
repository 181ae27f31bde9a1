import { expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { updateProfile } from '#contract/registration/registration.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { pointsOf } from '#tests/support/members.ts'
import { signIn } from '#tests/support/pageActions.ts'

type Fields = Record<string, unknown>
const Answer = v.record(v.string(), v.unknown())
const User = v.object({ user: v.looseObject({ member_profile: v.record(v.string(), v.unknown()) }) })

/** A profile as older records are: nothing is the text "null", and interests have their other name. */
function olderProfile(profile: Fields): Fields {
  const { interest_id: instruments, upgrade_progress: _progress, renewal: _renewal, ...others } = profile
  return { ...others, instruments, gender: 'null', ya_status: 'null', tier_expiry_date: 'null', preferred_lang: 7 }
}

const rewritten = (change: (answer: Fields) => Fields) =>
  ({ kind: 'rewrite', change: (body: string) => JSON.stringify(change(v.parse(Answer, JSON.parse(body)))) }) as const
const withOlderProfile = rewritten((answer) => {
  const { user } = v.parse(User, answer)
  const { id: _id, ...others } = user
  return { ...answer, user: { ...others, member_profile: olderProfile(user.member_profile) } }
})
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const fact = (page: Page, term: string) =>
  page.locator('dl > div', { has: page.getByText(term, { exact: true }) }).getByRole('definition')

test('A backend that answers as the specification shows, and says no more, serves a member all the same', async ({
  page,
  club,
  member,
}) => {
  await addPoints(club.db, member, 5000)
  club.proxy.fault({ path: '/auth/login' }, withOlderProfile)
  club.proxy.fault({ path: '/users/me' }, withOlderProfile)
  const onlyToken = rewritten(({ token }) => ({ token }))
  club.proxy.fault({ path: '/auth/refresh' }, onlyToken)
  const onlyMessage = rewritten(({ message }) => ({ message }))
  for (const path of ['/redeem', '/redeem-asia-miles']) club.proxy.fault({ path }, onlyMessage)

  await signIn(page, member)
  await page.goto('/en/personal-detail')
  await expect(page.getByText(member.firstName).first()).toBeVisible()
  await expect(page.getByText('null', { exact: true })).toHaveCount(0)

  const before = await page.evaluate(() => {
    localStorage.setItem('club-bravo.token-renewal', '1')
    return localStorage.getItem('jwt-token')
  })
  const listed = page.waitForRequest(/\/list-redeemed-items\?/)
  await page.goto('/en/my-rewards')
  await expect(heading(page)).toHaveText('My rewards')
  await page.waitForFunction((spent) => ![null, spent].includes(localStorage.getItem('jwt-token')), before)
  expect(await page.evaluate(() => localStorage.getItem('club-bravo.token-renewal'))).toBeNull()
  // The specification's list takes whose it is.
  expect((await listed).url()).toContain(`?user=${member.id}`)

  await page.goto('/en/reward-detail/season-programme-book')
  await expect(fact(page, 'Total')).toHaveText('400 points')
  // Before anything is redeemed.
  await expect(fact(page, 'Collect within')).toHaveText('60 days')
  await page.getByRole('button', { name: 'Redeem', exact: true }).click()
  await page.getByRole('radio', { name: 'Collect at the concert hall' }).check()
  await page.getByRole('button', { name: 'Redeem for 400 points' }).click()
  await expect(page).toHaveURL(/\/en\/redeem-success$/)
  await expect(page.getByText('400 points used')).toBeVisible()
  await expect(fact(page, 'How you’ll receive it')).toHaveText('Collect at the concert hall')
  await expect(page.getByText('Reference', { exact: true })).toHaveCount(0)
  // It stays over a reload, and the list has the reward itself.
  await page.reload()
  await expect(fact(page, 'Quantity')).toHaveText('1')

  await page.goto('/en/asiamiles')
  await page.locator('#miles-points').fill('1200')
  await page.locator('#miles-firstName').fill('Wing Yan')
  await page.locator('#miles-lastName').fill('Chan')
  await page.locator('#miles-membershipNumber').fill('1234567890')
  await page.getByRole('button', { name: 'Convert 1,200 points to 300 miles' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Convert 1,200 points to 300 miles' }).click()
  await expect(page).toHaveURL(/\/en\/redeem-success$/)
  await expect(page.getByText('+300 miles')).toBeVisible()
  await expect(page.getByText('For 1,200 points.', { exact: true })).toBeVisible()
  expect(await pointsOf(club.db, member.id)).toBe(5000 - 400 - 1200)
})

test('The profile says number, tier and date of the membership, too, and a failure to save is in the club’s words', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'We couldn’t save this' })
  const field = (name: string) => page.locator(`#field-${name}`)
  const answers = (status: number, message: string) =>
    club.proxy.fault(
      { path: '/update-profile' },
      { kind: 'answer', status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) },
    )
  const known = { member_no: 'CB424242', membership_tier: 'Black', membership_since: null } as const
  await club.db
    .updateTable('members')
    .set({ ...known, is_profile_completed: false })
    .where('id', '=', member.id)
    .execute()
  await page.goto('/en/member-detail-edit')
  await expect(page.getByText(/worth 125 miles/)).toBeVisible()
  // The address is the account's.
  await expect(field('email')).toHaveAttribute('readonly', '')
  await field('road_or_street').fill('1 Harbour Road')

  const down = answers(503, 'We are moving house until noon.')
  await save()
  // The button is always in sight, and so is what a press of it has come to.
  const fault = page.getByRole('status').filter({ hasText: 'We couldn’t save this' })
  await expect(fault.getByText('We are moving house until noon.')).toBeInViewport({ ratio: 1 })
  await expect(fault.getByText('Press the button again later: nothing will be saved twice.')).toBeInViewport()
  down()
  // A plain backend has no more than the sentence.
  const refused = answers(422, 'mobile is NOT valid')
  await save()
  await expect(page.getByRole('region', { name: 'Check 1 field' })).toBeFocused()
  await expect(field('mobile')).toHaveAttribute('aria-invalid', 'true')
  refused()

  // What is thrown on the way has the browser's words: they are for the console.
  browserErrors.allow(/no random numbers/)
  await page.evaluate(() => {
    crypto.randomUUID = () => {
      throw new Error('This browser has no random numbers.')
    }
  })
  await field('floor').fill('12')
  await save()
  await expect(dialog.getByText('Something went wrong on this page.')).toBeVisible()
  await dialog.getByText('Close', { exact: true }).click()
  await page.evaluate(() => Reflect.deleteProperty(crypto, 'randomUUID'))

  await save()
  await expect(page).toHaveURL(/\/en\/member-detail$/)
  const sent = club.proxy.seen.findLast(({ path }) => path.endsWith('/update-profile'))
  expect(v.is(updateProfile.request, JSON.parse(sent?.body ?? ''))).toBe(true)
  expect(JSON.parse(sent?.body ?? '')).toMatchObject(known)
})
