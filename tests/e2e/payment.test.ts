import { expect } from '@playwright/test'
import * as v from 'valibot'
import { languages } from '#contract/language.ts'
import { type GatewayForm, tierPayment } from '#contract/registration/payment.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test as base } from '#tests/support/clubTest.ts'
import { datafeed } from '#tests/support/datafeed.ts'
import { askServer, disconnect } from '#tests/support/offlineCopies.ts'
import { untilOfflineReady } from '#tests/support/pageActions.ts'
import { newPayer } from '#tests/support/registrations.ts'

/** Members who may order a Red membership. */
const test = base.extend({ member: async ({ club }, use) => use(await newPayer(club.db)) })

/** Runs in the page: posts the order's form, as the registration does. */
function postForm({ form, fields }: { form: GatewayForm; fields: Record<string, string> }): void {
  const element = document.createElement('form')
  element.method = 'post'
  element.action = form.action
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    element.append(input)
  }
  document.body.append(element)
  element.submit()
}

const titles = { en: 'Pay by card', tc: '以信用卡或扣賬卡付款', sc: '使用银行卡付款' }

test('A member pays on the payment page by keyboard, is Red, and returns; the page is accessible in each language', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  // A card that is no test card.
  browserErrors.allow(/422/)
  await page.goto('/en')
  const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
  const answer = await page.request.post('/api/club-bravo/tier-payment', {
    headers: { Authorization: `Bearer ${token}` },
    data: {},
  })
  const { payment_gateway_params: form, tier_payment: order } = v.parse(tierPayment.answer, await answer.json())
  await page.evaluate(postForm, { form, fields: { ...form.fields, ...form.localized.tc } })
  await page.waitForURL(/\/payment-simulator\/card\/.*lang=tc/)
  for (const language of languages) {
    await page.goto(page.url().replace(/lang=\w+/, `lang=${language}`))
    await expect(page.getByRole('heading', { level: 1, name: titles[language] })).toBeVisible()
    await expectAccessible(page)
  }

  await page.goto(page.url().replace(/lang=\w+/, 'lang=en'))
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeFocused()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This isn’t a test card. Enter one of the numbers below.')
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('4111 1111 1111 1111')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/tc/registration-success?Ref=${order.order_ref}`)
  const { membership_tier: tier } = await club.db
    .selectFrom('members')
    .select('membership_tier')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(tier).toBe('Red')
})

test.describe('from a first visit on', () => {
  test.use({ serviceWorkers: 'allow' })

  test('A receipt that was opened is there offline, and says how old it is', async ({
    signedInPage: page,
    club,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    await page.goto('/en')
    const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
    const { tier_payment: order } = await askServer(club, tierPayment, {}, token)
    const paid = await page.request.post('/api/club-bravo/payment-datafeed', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      data: datafeed({ Ref: order.order_ref }),
    })
    expect(await paid.text()).toBe('OK')
    await page.goto('/en/receipts')
    const receipt = page.getByRole('main').getByText('HK$300')
    await expect(receipt).toBeVisible()
    await untilOfflineReady(page)
    const kept = () => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? '')
    await expect.poll(kept).toContain('users/receipts')
    await disconnect(page, club)
    await page.goto('/en/receipts')
    await expect(receipt).toBeVisible()
    await expect(page.getByRole('main').getByText(/Last updated /)).toBeVisible()
    await expectAccessible(page)
  })
})
