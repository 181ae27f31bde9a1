import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { createGateway } from '#server/payment/gateway.ts'
import { audit } from '#server/services/audit.ts'
import { noteRefund, readRefunds } from '#server/services/payments/refunds.ts'
import { datafeed, type DatafeedFields, newPayRef } from '#tests/support/datafeed.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { asStaff, testActor } from '#tests/support/staff.ts'
import { type TestApi, testApi, testOrigin, testPayment } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function signedInPayer() {
  const { id } = await newPayer(api.db)
  return { id, token: await api.signIn(id) }
}
type Payer = Awaited<ReturnType<typeof signedInPayer>>

const order = ({ token }: Payer) => api.call(endpoints.tierPayment, {}, { token })

async function orderRefOf(member: Payer): Promise<string> {
  const { body } = await order(member)
  return v.parse(endpoints.tierPayment.answer, body).tier_payment.order_ref
}

const report = (fields: DatafeedFields) =>
  api.send(pathOf(endpoints.paymentDatafeed, 'club-bravo'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: datafeed(fields),
  })

const membershipsOf = ({ id }: Payer) =>
  api.db.selectFrom('memberships').select(['tier', 'source']).where('member_id', '=', id).execute()
const paymentsOf = (orderRef: string) =>
  api.db.selectFrom('payments').select('outcome').where('given_ref', '=', orderRef).execute()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const red = [{ tier: 'Red', source: 'payment' }]

test('A profile that lacks what Red requires gets no order, and each missing field is named; a payment counts whatever it says by then', async () => {
  const member = await signedInPayer()
  const change = (facts: { dob?: string | null; last_name?: string | null; consent?: boolean }) =>
    api.db.updateTable('members').set(facts).where('id', '=', member.id).execute()
  await change({ dob: null, last_name: null, consent: false })
  expect(await order(member)).toMatchObject({
    status: 422,
    body: {
      message: 'Validation Error',
      errors: { dob: ['dob is missing'], last_name: ['last_name is missing'], consent: ['consent is missing'] },
    },
  })
  expect(await api.db.selectFrom('payment_orders').selectAll().where('member_id', '=', member.id).execute()).toEqual([])
  await change({ dob: '1991-05-01', last_name: 'Chan', consent: true })
  const orderRef = await orderRefOf(member)
  await change({ last_name: null })
  await report({ Ref: orderRef })
  expect(await membershipsOf(member)).toEqual(red)
})

test('A reference of the test gateway takes nothing away from a live payment that has the same', async () => {
  const [tester, payer] = [await signedInPayer(), await signedInPayer()]
  const PayRef = newPayRef()
  await report({ Ref: await orderRefOf(tester), PayRef })
  const { gateway } = api.dependencies
  api.dependencies.gateway = createGateway({ ...testPayment, isLive: true }, testOrigin)
  const orderRef = await orderRefOf(payer)
  const reported = [await report({ Ref: orderRef, PayRef }), await report({ Ref: orderRef, PayRef })]
  expect(reported.map(({ text }) => text)).toEqual(['OK', 'OK'])
  api.dependencies.gateway = gateway
  expect(await membershipsOf(payer)).toEqual(red)
  expect(await paymentsOf(orderRef)).toEqual([{ outcome: 'membership' }])
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Who has left the payment page without paying is reminded of it for a week, until the membership is there', async () => {
  const member = await signedInPayer()
  const isReminded = async () => {
    const { body } = await api.call(endpoints.me, {}, { token: member.token })
    return v.parse(endpoints.me.answer, body).user.member_profile.has_unpaid_order
  }
  expect(await isReminded()).toBe(false)
  const orderRef = await orderRefOf(member)
  expect(await isReminded()).toBe(true)
  const changeDay = (created_at: Date) =>
    api.db.updateTable('payment_orders').set({ created_at }).where('order_ref', '=', orderRef).execute()
  await changeDay(daysAgo(8))
  expect(await isReminded()).toBe(false)
  await changeDay(daysAgo(6))
  expect(await isReminded()).toBe(true)
  await report({ Ref: orderRef })
  expect(await isReminded()).toBe(false)
})

/** How a payment is listed for staff: among those that wait, or among all. */
async function listedRefund(payRef: string, withRefunded = false) {
  const all = await readRefunds(api.serverDb, { withRefunded })
  return all.find((one) => one.payRef === `test:${payRef}`)
}

const note = (payRef: string, words: string) =>
  noteRefund(asStaff(api.serverDb), { payRef: `test:${payRef}`, note: words, now: new Date() })

test('Staff see what has to be refunded, and record the refund once', async () => {
  const member = await signedInPayer()
  const orderRef = await orderRefOf(member)
  const [paid, again] = [newPayRef(), newPayRef()]
  await report({ Ref: orderRef, PayRef: paid })
  await report({ Ref: orderRef, PayRef: again })
  expect(await listedRefund(again)).toMatchObject({ orderRef, reason: 'order_paid' })
  expect(await listedRefund(paid)).toBeUndefined()
  expect(await note(paid, 'nothing')).toEqual({ kind: 'refused', by: null })
  expect(await note(again, 'Refunded by Ada')).toMatchObject({ kind: 'noted' })
  expect(await note(again, 'once more')).toMatchObject({ kind: 'refused', by: { actor: testActor } })
  expect(await listedRefund(again)).toBeUndefined()
  expect(await listedRefund(again, true)).toMatchObject({ note: 'Refunded by Ada', refundedAt: expect.any(String) })
})

test('Who does not want to be reminded is not, until they begin another payment; a payment that comes all the same counts', async () => {
  const member = await signedInPayer()
  const isReminded = async () => {
    const { body } = await api.call(endpoints.me, {}, { token: member.token })
    return v.parse(endpoints.me.answer, body).user.member_profile.has_unpaid_order
  }
  const dismiss = () => api.call(endpoints.cancelTierPayment, {}, { token: member.token })
  expect((await dismiss()).body).toEqual({ success: true })
  const failed = await orderRefOf(member)
  await report({ Ref: failed, successcode: '1', prc: '1' })
  expect(await isReminded()).toBe(true)
  for (let time = 0; time < 2; time += 1) expect((await dismiss()).body).toEqual({ success: true })
  expect(await isReminded()).toBe(false)
  const orderRef = await orderRefOf(member)
  expect(await isReminded()).toBe(true)
  await dismiss()
  expect(await isReminded()).toBe(false)
  await report({ Ref: orderRef })
  expect(await membershipsOf(member)).toEqual(red)
  expect((await dismiss()).body).toEqual({ success: true })
  expect((await audit(api.serverDb)).differences).toEqual([])
})
