import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { askedEntry } from '#src/outbox/callEntry.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { addPoints } from '#tests/support/ledgerEntries.ts'
import { pointsOf } from '#tests/support/members.ts'
import { expectNoScans, writeRow } from '#tests/support/outboxRows.ts'
import { networkReturns } from '#tests/support/pageActions.ts'

test.beforeEach(({ browserErrors }) => browserErrors.allow(failedRequests))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const noAnswer = (page: Page) => page.getByRole('dialog', { name: 'We haven’t had an answer yet' })
const told = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

async function redeem(page: Page): Promise<void> {
  await page.goto('/en/reward-detail/concert-ticket-voucher')
  await button(page, 'Redeem').click()
  await button(page, 'Redeem for 2,000 points').click()
}

async function convert(page: Page): Promise<void> {
  await page.goto('/en/asiamiles')
  await page.getByRole('button', { name: '1,000 points 250 miles' }).click()
  for (const [name, text] of [
    ['firstName', 'Wing Yan'],
    ['lastName', 'Chan'],
    ['membershipNumber', '1234567890'],
  ] as const)
    await page.locator(`#miles-${name}`).fill(text)
  await button(page, 'Convert 1,000 points to 250 miles').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Convert 1,000 points to 250 miles' }).click()
}

async function register(page: Page): Promise<void> {
  await page.goto('/en/event/sing-hallelujah')
  await button(page, 'Register').click()
}

const calls = [
  {
    what: 'redeemed',
    path: '/redeem',
    act: redeem,
    doubt: 'We don’t know yet if this was redeemed',
    title: 'Your reward is redeemed',
    result: 'It’s yours',
    cost: 2000,
  },
  {
    what: 'converted',
    path: '/users/redeem-asia-miles',
    act: convert,
    doubt: 'We don’t know yet if your points were converted',
    title: 'Points converted',
    result: 'Your points have been converted',
    cost: 1000,
  },
  {
    what: 'registered',
    path: '/register-event',
    act: register,
    doubt: 'We don’t know yet if you’re registered',
    title: 'We have your registration',
    result: 'You’re registered',
    cost: 0,
  },
]
test('A member whose answer is lost is told of it when the app opens again, and what was asked for is done once', async ({
  signedInPage: page,
  context,
  club,
  member,
}) => {
  let left = 7000
  await addPoints(club.db, member, left)
  // Each step closes the app, and opens it again.
  let open = page
  for (const { what, path, act, doubt, title, result, cost } of calls)
    await test.step(`A member who has ${what} and closed the app before the answer is told when it opens, and it is done once`, async () => {
      const answersReturn = club.proxy.fault({ path }, { kind: 'swallow-reset' })
      await act(open)
      await expect(open.getByText(doubt).or(noAnswer(open)).first()).toBeVisible()
      const another = await context.newPage()
      await open.close()

      await another.goto('/en')
      await expect(told(another, doubt)).toContainText('Nothing will be done twice')
      await expectAccessible(another)
      answersReturn()
      await networkReturns(another, club)
      await expect(told(another, title)).toBeVisible()
      await expectAccessible(another)
      await told(another, title).getByRole('link', { name: 'See details' }).click()
      await expect(heading(another)).toHaveText(result)
      left -= cost
      expect.soft(await pointsOf(club.db, member.id)).toBe(left)
      const asked = club.proxy.seen.filter((request) => request.path.endsWith(path))
      expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)

      await another.goto('/en')
      await expect(heading(another)).toContainText(member.firstName)
      await expect(told(another, title)).toHaveCount(0)
      open = another
    })

  await test.step('A reward whose answer is missing is not redeemed anew in another tab', async () => {
    const answersReturn = club.proxy.fault({ path: '/redeem' }, { kind: 'swallow-reset' })
    await redeem(open)
    await expect(noAnswer(open)).toBeVisible()
    const other = await context.newPage()
    await other.goto('/en/reward-detail/concert-ticket-voucher')
    await expect(other.getByText('We don’t know yet if this was redeemed')).toBeVisible()
    await button(other, 'Redeem').click()
    await expect(noAnswer(other)).toBeVisible()
    await open.close()
    answersReturn()
    await networkReturns(other, club)
    await expect(heading(other)).toHaveText('It’s yours')
    left -= 2000
    expect(await pointsOf(club.db, member.id)).toBe(left)
    open = other
  })

  await test.step('A member whose redemption did not arrive is told that nothing was taken, once it is refused', async () => {
    const answersReturn = club.proxy.fault({ path: '/redeem' }, { kind: 'reset' })
    await redeem(open)
    await expect(noAnswer(open)).toBeVisible()
    const another = await context.newPage()
    await open.close()
    await addPoints(club.db, member, 1500 - left)
    await another.goto('/en/faq')
    answersReturn()
    await networkReturns(another, club)
    const refused = told(another, 'Your reward wasn’t redeemed')
    await expect(refused).toContainText('Nothing has changed in your account')
    await refused.getByRole('button', { name: 'Close' }).click()
    await expect(refused).toHaveCount(0)
    expect(await pointsOf(club.db, member.id)).toBe(1500)
  })
})

test('Another tab on a registration whose answer is lost says what the member has, and that an answer is missing, and offers no more', async ({
  signedInPage: page,
  context,
  club,
}) => {
  const answersReturn = club.proxy.fault({ path: '/register-event' }, { kind: 'swallow-reset' })
  await register(page)
  await expect(noAnswer(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/en/event/sing-hallelujah')
  const main = other.getByRole('main')
  await expect(main.getByText('You’re registered', { exact: true })).toBeVisible()
  await expect(main.getByText('We don’t have the answer to your latest request yet')).toBeVisible()
  await expect(main.getByText('We don’t know yet')).toHaveCount(0)
  await expect(other.getByRole('button', { name: /^Register/ })).toHaveCount(0)
  answersReturn()
  await networkReturns(other, club)
  await expect(heading(other)).toHaveText('You’re registered')
})

test('What nobody has answered for 60 days is not sent any more: the member is told, and sees for themselves', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const day = 24 * 60 * 60 * 1000
  const call = askedEntry(
    {
      id: randomUUID(),
      memberId: member.id,
      call: 'redeem',
      subject: 'concert-ticket-voucher',
      about: {
        name: { en: 'Concert ticket voucher', tc: '音樂會門票禮券', sc: '音乐会门票礼券' },
        alias: 'concert-ticket-voucher',
      },
      request: { item_id: 'concert-ticket-voucher', quantity: 1 },
    },
    Date.now() - 61 * day,
  )
  await addPoints(club.db, member, 5000)
  await expectNoScans(page)
  await page.evaluate(writeRow, { ...call, attempts: 3, sendings: 3 })
  // Also on the page that it was sent from.
  await page.goto('/en/reward-detail/concert-ticket-voucher')
  await expect(told(page, 'We don’t know if this was redeemed')).toContainText('Concert ticket voucher')
  await expectAccessible(page)
  await expect(button(page, 'Redeem')).toBeVisible()
  await told(page, 'We don’t know if this was redeemed').getByRole('link', { name: 'My rewards' }).click()
  await expect(heading(page)).toHaveText('My rewards')
  await told(page, 'We don’t know if this was redeemed').getByRole('button', { name: 'Close' }).click()
  await expect(told(page, 'We don’t know if this was redeemed')).toHaveCount(0)
  expect(club.proxy.seen.filter(({ path }) => path.endsWith('/redeem'))).toEqual([])
})

test('Who stays on the page until the answer comes is not told that they had left it, however slow the phone', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await addPoints(club.db, member, 5000)
  // It is there for a moment only.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.textContent.includes('you’d left the page')) sessionStorage.setItem('seen', 'yes')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await redeem(page)
  await expect(page).toHaveURL(/\/en\/redeem-success$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page)).toHaveText('It’s yours')
  await register(page)
  await expect(page).toHaveURL(/\/en\/registration-event-result$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull()
})
