import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import type { Language } from '#contract/language.ts'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { createGateway } from '#server/payment/gateway.ts'
import { startDatafeedSender } from '#server/payment/simulator/datafeedSender.ts'
import { simulatorSite } from '#server/payment/simulator/simulatorSite.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { type TestApi, testApi, testOrigin, testPayment } from './testApi.ts'

/** What the club does with a report: `lost` is a call that fails. */
type Reception = 'take' | 'lost' | 'refuse'

let api: TestApi
let reception: Reception = 'take'
let received: string[] = []

function startSender() {
  const post = async (body: string) => {
    received.push(body)
    if (reception === 'lost') throw new Error('connection refused')
    if (reception === 'refuse') return '<h1>Bad Gateway</h1>'
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return (await api.send(pathOf(endpoints.paymentDatafeed, 'club-bravo'), { method: 'POST', headers, body })).text
  }
  return startDatafeedSender({ db: api.serverDb, post, log: { warn: (line) => api.errors.push(line) } })
}

let sender: ReturnType<typeof startSender>
let site: ReturnType<typeof simulatorSite>
beforeAll(async () => {
  api = await testApi()
  api.dependencies.gateway = createGateway(
    {
      ...testPayment,
      isSimulated: true,
      formAddress: `${testOrigin}/payment-simulator/b2cDemo/eng/payment/payForm.jsp`,
    },
    testOrigin,
  )
  sender = startSender()
  const merchant = { merchantId: testPayment.merchantId, key: testPayment.key, origin: testOrigin }
  site = simulatorSite({ db: api.serverDb, merchant, sender })
})
afterAll(async () => {
  await sender.stop()
  await api.close()
})

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  site.request(path.replace(testOrigin, ''), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: testOrigin, ...headers },
    body: new URLSearchParams(fields).toString(),
  })

/** A member who has come to the payment page by the form of an order. */
async function comeToCardPage(language: Language = 'en') {
  reception = 'take'
  received = []
  const { id } = await newPayer(api.db)
  const { body } = await api.call(endpoints.tierPayment, {}, { token: await api.signIn(id) })
  const { payment_gateway_params: form, tier_payment: order } = v.parse(endpoints.tierPayment.answer, body)
  const answer = await post(form.action, { ...form.fields, ...form.localized[language] })
  expect(answer.status).toBe(303)
  return { id, orderRef: order.order_ref, card: answer.headers.get('location') ?? '' }
}

async function tierOf(id: string) {
  return (await api.db.selectFrom('members').select('membership_tier').where('id', '=', id).executeTakeFirst())
    ?.membership_tier
}

async function stateOf(orderRef: string) {
  return (
    await api.db.selectFrom('payment_orders').select('state').where('order_ref', '=', orderRef).executeTakeFirst()
  )?.state
}

const makeDue = () =>
  api.db.updateTable('simulated_payments').set({ due_at: new Date() }).where('due_at', 'is not', null).execute()

const pay = (card: string, number = '4111 1111 1111 1111') => post(card, { card: number, action: 'pay' })

test('The payment page speaks the language of the page that the member comes from', async () => {
  const titles = { en: 'Pay by card', tc: '以信用卡或扣賬卡付款', sc: '使用银行卡付款' }
  for (const language of ['en', 'tc', 'sc'] as const) {
    const { card, orderRef } = await comeToCardPage(language)
    const page = await (await site.request(card)).text()
    expect(page).toContain(`<h1>${titles[language]}</h1>`)
    expect(page).toContain('HK$300')
    expect(page).toContain(orderRef)
    expect(page).toContain('Club Bravo Red membership')
  }
})

test('A paid card makes the member Red before the browser returns, with the reference alone', async () => {
  const { id, orderRef, card } = await comeToCardPage('tc')
  const answer = await pay(card)
  expect(answer.headers.get('location')).toBe(`${testOrigin}/tc/registration-success?Ref=${orderRef}`)
  expect(await tierOf(id)).toBe('Red')
  expect(received).toHaveLength(1)
})

test('A refused card and a failed 3-D Secure check fail the order, and a new attempt can succeed', async () => {
  for (const number of ['4000 0000 0000 0002', '4000 0000 0000 3220']) {
    const { id, orderRef, card } = await comeToCardPage()
    const answer = await pay(card, number)
    expect(answer.headers.get('location')).toBe(`${testOrigin}/en/asia-pay-fail?Ref=${orderRef}`)
    expect([await stateOf(orderRef), await tierOf(id)]).toEqual(['failed', 'Black'])
  }
})

test('A cancelled payment reports nothing and returns the browser', async () => {
  const { id, orderRef, card } = await comeToCardPage('sc')
  const answer = await post(card, { action: 'cancel' })
  expect(answer.headers.get('location')).toBe(`${testOrigin}/sc/asia-pay-error?cancelled=1&Ref=${orderRef}`)
  expect([await stateOf(orderRef), await tierOf(id), received]).toEqual(['sent', 'Black', []])
})

test('A card that is no test card is refused beside its field, and nothing is reported', async () => {
  const { card } = await comeToCardPage()
  const answer = await pay(card, '5555 5555 5555 4444"><script>')
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain('role="alert"')
  expect(page).not.toContain('<script>')
  expect(received).toEqual([])
  expect((await pay(card)).status).toBe(303)
})

test('A payment page pays once, however often it is sent', async () => {
  const { id, card } = await comeToCardPage()
  const answers = await Promise.all([pay(card), pay(card), pay(card)])
  expect(answers.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1)
  expect(answers.map(({ status }) => status).filter((status) => status === 410)).toHaveLength(2)
  expect(received).toHaveLength(1)
  expect((await site.request(card)).status).toBe(410)
  expect(await api.db.selectFrom('memberships').select('id').where('member_id', '=', id).execute()).toHaveLength(1)
})

test('A report that the club does not answer with OK comes again, also from a process started later, until it does', async () => {
  const { id, card } = await comeToCardPage()
  reception = 'lost'
  expect((await pay(card)).status).toBe(303)
  expect(await tierOf(id)).toBe('Black')
  reception = 'refuse'
  await makeDue()
  await sender.deliverDue()
  expect(await tierOf(id)).toBe('Black')
  reception = 'take'
  // It looks for what is due by itself, too, and would be in the way of the later one.
  await sender.stop()
  await makeDue()
  const later = startSender()
  await later.deliverDue()
  expect(await tierOf(id)).toBe('Red')
  const count = received.length
  await makeDue()
  await later.deliverDue()
  await later.stop()
  expect(received).toHaveLength(count)
})

test('What is not an order of the club gets no payment page, and other sites cannot send one', async () => {
  const { card } = await comeToCardPage()
  const formPath = '/payment-simulator/b2cDemo/eng/payment/payForm.jsp'
  expect((await post(formPath, { orderRef: 'CB-1', amount: '0.01' })).status).toBe(400)
  expect((await post(card, { action: 'pay' }, { Origin: 'https://evil.example' })).status).toBe(403)
  for (const id of ['x', '00000000-0000-4000-8000-000000000000'])
    expect((await site.request(`/payment-simulator/card/${id}`)).status).toBe(404)
})
