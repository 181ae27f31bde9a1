import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { endOfMembershipYear } from '#contract/hongKong.ts'
import { noteRefund } from '#server/services/payments/refunds.ts'
import { datafeed, type DatafeedFields, newPayRef } from '#tests/support/datafeed.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  // In autumn, so that Red bought then ends with the same membership year.
  api.setTime(noon)
})
afterAll(() => api.close())

const noon = new Date('2026-11-26T12:00:00+08:00')

async function pay(token: string, payRef: string): Promise<string> {
  const { body } = await api.call(endpoints.tierPayment, {}, { token })
  const orderRef = v.parse(endpoints.tierPayment.answer, body).tier_payment.order_ref
  await report(orderRef, payRef)
  return orderRef
}

const report = (Ref: string, PayRef: string, codes: Partial<DatafeedFields> = {}) =>
  api.send(pathOf(endpoints.paymentDatafeed, 'club-bravo'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: datafeed({ Ref, PayRef, ...codes }),
  })

async function receiptsOf(token: string) {
  const { body } = await api.call(endpoints.receipts, {}, { token })
  return v.parse(endpoints.receipts.answer, body).receipts
}

test('A payment has a receipt, by mail and in the account, with amount, references, date and until when', async () => {
  const member = await newPayer(api.db)
  const token = await api.signIn(member.id)
  expect(await receiptsOf(token)).toEqual([])
  const [payRef, again] = [newPayRef(), newPayRef()]
  const orderRef = await pay(token, payRef)
  const end = endOfMembershipYear(noon)
  const paid = {
    order_ref: orderRef,
    // Test money is marked as such.
    pay_ref: `test:${payRef}`,
    amount: 300,
    paid_at: noon.toISOString(),
    tier: 'Red',
    valid_until: end.toISOString(),
    refund: null,
  }
  expect(await receiptsOf(token)).toEqual([paid])
  const [mail, ...more] = await readMails(api, member.email)
  expect(more).toEqual([])
  for (const fact of ['HK$300', orderRef, payRef, '26 Nov 2026, 12:00', '31 Aug 2027', '/en/receipts'])
    expect(mail?.text).toContain(fact)

  // The gateway reports it again, and a second payment, which buys nothing.
  await report(orderRef, payRef)
  await report(orderRef, again)
  const extra = { ...paid, pay_ref: `test:${again}`, valid_until: null }
  expect(await receiptsOf(token)).toEqual(expect.arrayContaining([paid, { ...extra, refund: 'due' }]))
  expect(await readMails(api, member.email)).toHaveLength(1)
  await noteRefund(asStaff(api.serverDb), { payRef: `test:${again}`, note: 'returned', now: noon })
  expect(await receiptsOf(token)).toEqual(expect.arrayContaining([paid, { ...extra, refund: 'done' }]))
})

async function resultOf(token: string, orderRef: string) {
  const { body } = await api.call(endpoints.paymentResult, { order_ref: orderRef }, { token })
  return v.parse(endpoints.paymentResult.answer, body).payment_result
}

test('The result of a payment says what was ordered and what became of it, to who has ordered it alone', async () => {
  const member = await newPayer(api.db)
  const token = await api.signIn(member.id)
  const order = async () => {
    const { body } = await api.call(endpoints.tierPayment, {}, { token })
    return v.parse(endpoints.tierPayment.answer, body).tier_payment.order_ref
  }
  const givenUp = await order()
  const orderRef = await order()
  expect(await resultOf(token, givenUp)).toEqual({
    order_ref: givenUp,
    purpose: 'tier',
    state: 'ended',
    receipt: null,
  })
  expect(await resultOf(token, orderRef)).toMatchObject({ state: 'awaited', receipt: null })
  await report(orderRef, newPayRef(), { prc: '1', successcode: '1' })
  expect(await resultOf(token, orderRef)).toMatchObject({ state: 'refused', receipt: null })
  const payRef = newPayRef()
  await report(orderRef, payRef)
  await report(orderRef, newPayRef())
  // The second payment is returned, and hides the first one from nobody.
  const paid = { purpose: 'tier', state: 'paid', receipt: { pay_ref: `test:${payRef}`, refund: null } }
  expect(await resultOf(token, orderRef)).toMatchObject(paid)
  await report(givenUp, newPayRef())
  expect(await resultOf(token, givenUp)).toMatchObject({ purpose: 'tier', receipt: { refund: 'due' } })

  const other = await api.signIn((await newPayer(api.db)).id)
  for (const [who, ref] of [
    [other, orderRef],
    [token, 'CB-20260901-UNKNOWN'],
  ] as const)
    expect(await resultOf(who, ref)).toBeNull()
  expect((await api.call(endpoints.paymentResult, { order_ref: orderRef })).status).toBe(401)
  expect((await api.call(endpoints.paymentResult, { order_ref: 'a|b' }, { token })).status).toBe(422)
})

test('Who was Red when they ordered has renewed, not become, Red', async () => {
  const member = await newPayer(api.db)
  const token = await api.signIn(member.id)
  api.setTime(new Date('2025-11-26T12:00:00+08:00'))
  const first = await pay(token, newPayRef())
  // From July on, the next year can be paid for.
  api.setTime(new Date('2026-07-20T12:00:00+08:00'))
  const second = await pay(token, newPayRef())
  expect(await resultOf(token, first)).toMatchObject({ purpose: 'tier', state: 'paid' })
  // An invitation that has ended is no Red.
  const invited = await newPayer(api.db)
  const before = { member_id: invited.id, source: 'operator', reference: 'invitation', starts_at: noon } as const
  await api.db
    .insertInto('memberships')
    .values({ ...before, tier: 'Diamond', ends_at: null })
    .execute()
  api.setTime(new Date('2026-11-27T12:00:00+08:00'))
  const invitedToken = await api.signIn(invited.id)
  const third = await pay(invitedToken, newPayRef())
  expect(await resultOf(invitedToken, third)).toMatchObject({ purpose: 'tier', state: 'paid' })
  expect(await resultOf(token, second)).toMatchObject({ purpose: 'renewal', state: 'paid', receipt: { refund: null } })
  api.setTime(noon)
})

test('Nobody else sees a receipt', async () => {
  const payer = await newPayer(api.db)
  await pay(await api.signIn(payer.id), newPayRef())
  const other = await newPayer(api.db)
  expect(await receiptsOf(await api.signIn(other.id))).toEqual([])
  expect((await api.call(endpoints.receipts, {})).status).toBe(401)
})
