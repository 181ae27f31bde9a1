import { expect, type Locator, type Page } from '@playwright/test'
import { languages } from '#contract/language.ts'
import { tierPayment, youthPayment } from '#contract/registration/payment.ts'
import { noteRefund } from '#server/services/payments/refunds.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { test as base } from '#tests/support/clubTest.ts'
import { datafeed, newPayRef } from '#tests/support/datafeed.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { refusal } from '#tests/support/faults.ts'
import { askServer } from '#tests/support/offlineCopies.ts'
import { patient } from '#tests/support/patience.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { asStaff } from '#tests/support/staff.ts'

/** Members who may order a Red membership. */
const test = base.extend({ member: async ({ club }, use) => use(await newPayer(club.db)) })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const resultOf = (ref: string, lang = 'en') => `/${lang}/registration-success?Ref=${ref}`

/** Makes an order, as the app does; earlier ones for the same purpose are given up. */
async function order(club: Club, memberId: string, purpose: 'tier' | 'youth' = 'tier'): Promise<string> {
  const token = await giveToken(club.db, memberId)
  const { tier_payment: placed } = await askServer(club, purpose === 'tier' ? tierPayment : youthPayment, {}, token)
  return placed.order_ref
}

/** Reports a payment, as the gateway does. Resolves to its reference. */
async function pay(page: Page, orderRef: string): Promise<string> {
  const payRef = newPayRef()
  const answer = await page.request.post('/api/club-bravo/payment-datafeed', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    data: datafeed({ Ref: orderRef, PayRef: payRef }),
  })
  expect(await answer.text()).toBe('OK')
  return payRef
}

/** Moves the page's clock on until its minute is over: the timer begins only after the page is drawn. */
const afterAMinute = (page: Page, part: Locator) =>
  expect(async () => {
    await page.clock.fastForward(61_000)
    await expect(part).toBeVisible({ timeout: patient(2000) })
  }).toPass()

const texts = {
  en: {
    unknown: 'We don’t know this payment',
    waits: 'We’re confirming your payment',
    late: 'Your payment is being confirmed',
    ended: 'We haven’t received a payment',
    due: 'We’re refunding your payment',
    done: 'We’ve refunded your payment',
  },
  tc: {
    unknown: '找不到這項付款',
    waits: '我們正在確認付款',
    late: '正在確認付款',
    ended: '我們尚未收到付款',
    due: '正在為你辦理退款',
    done: '已為你退款',
  },
  sc: {
    unknown: '找不到这笔付款',
    waits: '我们正在确认付款',
    late: '正在确认付款',
    ended: '我们还没有收到付款',
    due: '正在为你退款',
    done: '已为你退款',
  },
}

test('The page after a payment congratulates nobody on an order of nobody’s, or of another member’s', async ({
  signedInPage: page,
  club,
  browserErrors,
}) => {
  const others = await order(club, (await newPayer(club.db)).id)
  for (const lang of languages) {
    await page.goto(resultOf(others, lang))
    await expect(page.getByText(texts[lang].unknown)).toBeVisible()
  }
  browserErrors.allow(/422/)
  for (const ref of ['CB-20260901-UNKNOWN', 'a|b']) {
    await page.goto(resultOf(encodeURIComponent(ref)))
    await expect(page.getByText(texts.en.unknown)).toBeVisible()
  }
  await expectAccessible(page)
})

test('Without a payment its page waits for a minute and then says so; once it comes, any tab knows of it', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const [givenUp, orderRef] = [await order(club, member.id), await order(club, member.id)]
  await page.clock.install()
  for (const lang of languages)
    for (const [ref, after] of [
      [orderRef, 'late'],
      [givenUp, 'ended'],
    ] as const) {
      await page.goto(resultOf(ref, lang))
      await expect(page.getByText(texts[lang].waits)).toBeVisible()
      await afterAMinute(page, page.getByText(texts[lang][after], { exact: true }))
      await expect(page.getByText(ref)).toBeVisible()
    }
  await expectAccessible(page)
  await page.goto(resultOf(orderRef))
  await expect(page.getByText(texts.en.waits)).toBeVisible()
  await pay(page, orderRef)
  await expect(heading(page, 'You’re now a Red member')).toBeVisible()
  await expect(page.getByText('receipt')).toBeVisible()
  // A return that says that the bank refused it does not know of the payment.
  const other = await page.context().newPage()
  await other.goto(`/en/asia-pay-fail?Ref=${orderRef}`)
  await expect(heading(other, 'You’re now a Red member')).toBeVisible()
  // An old address of their own says that it was paid, and congratulates nobody.
  await club.db.updateTable('members').set({ membership_tier: 'Gold' }).where('id', '=', member.id).execute()
  await other.goto('/en/member-detail')
  await expect(other.getByText('Gold').first()).toBeVisible()
  await other.goto(resultOf(orderRef))
  await expect(other.getByText('Your payment has arrived')).toBeVisible()
  await expectAccessible(other)
})

test('A backend without this call is asked once, and the member is sent to the account', async ({
  signedInPage: page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(/404/)
  club.proxy.fault({ path: /payment-result/ }, refusal(404))
  await page.goto(resultOf('CB-20260901-PLAIN'))
  await expect(page.getByText('We couldn’t check your payment')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to your account' })).toBeVisible()
})

test('What was paid twice is refunded, and its page says how far that is', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const [givenUp, orderRef] = [await order(club, member.id), await order(club, member.id)]
  await pay(page, orderRef)
  const payRef = await pay(page, givenUp)
  const expectRefund = async (how: 'due' | 'done') => {
    for (const lang of languages) {
      await page.goto(resultOf(givenUp, lang))
      await expect(page.getByText(texts[lang][how])).toBeVisible()
    }
  }
  await expectRefund('due')
  await expectAccessible(page)
  const refund = { payRef: `test:${payRef}`, note: 'returned', now: new Date() }
  expect(await noteRefund(asStaff(club.db), refund)).toMatchObject({ kind: 'noted' })
  await expectRefund('done')
})

test('Who has paid for another year of Red is told so, and not welcomed', async ({
  signedInPage: page,
  club,
  member,
}) => {
  const end = new Date(Date.now() + 86_400_000)
  const earlier = { tier: 'Red', source: 'payment', reference: newPayRef() } as const
  await club.db
    .insertInto('memberships')
    .values({ ...earlier, member_id: member.id, starts_at: new Date(Date.now() - 200 * 86_400_000), ends_at: end })
    .execute()
  await club.db
    .updateTable('members')
    .set({ membership_tier: 'Red', tier_expiry_date: end })
    .where('id', '=', member.id)
    .execute()
  const orderRef = await order(club, member.id)
  await pay(page, orderRef)
  await page.goto(resultOf(orderRef))
  await expect(heading(page, 'Your Red membership is renewed')).toBeVisible()
  await expect(page.getByText(/^Thank you for staying with us\. It’s valid until 31 Aug 20\d\d\.$/)).toBeVisible()
  await expectAccessible(page)
})

test('What an order was for, any tab knows: a student who comes back without a payment pays for the application', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  await club.db.updateTable('members').set({ ya_status: 'Pending Payment' }).where('id', '=', member.id).execute()
  const orderRef = await order(club, member.id, 'youth')
  const again = page.getByRole('link', { name: 'Pay again' })
  await page.goto(`/en/asia-pay-fail?Ref=${orderRef}`)
  await expect(again).toHaveAttribute('href', /registration-ya\?step=payment/)
  await page.goto(`/en/asia-pay-error?Ref=${orderRef}&cancelled=1`)
  await expect(heading(page, 'You cancelled the payment')).toBeVisible()
  await expect(again).toHaveAttribute('href', /registration-ya\?step=payment/)
  // What the profile says decides only where the club cannot be asked.
  await page.goto(`/en/asia-pay-fail?Ref=${await order(club, member.id)}`)
  await expect(again).toHaveAttribute('href', /registration-red\?step=payment/)
  await page.goto('/en/member-detail')
  await expect(heading(page, 'My account')).toBeVisible()
  await expect(page.getByText('Pay now').first()).toBeVisible()
  browserErrors.allow(failedRequests)
  club.proxy.fault({ path: /payment-result/ }, { kind: 'reset' })
  await page.clock.install()
  await page.goto(`/en/asia-pay-fail?Ref=${orderRef}`)
  await expect(again).toHaveAttribute('href', /registration-ya\?step=payment/)
  await page.goto(resultOf(orderRef))
  await expect(page.getByText('We’re confirming your payment')).toBeVisible()
  await afterAMinute(page, page.getByText('We couldn’t check your payment'))
  await expectAccessible(page)
})
