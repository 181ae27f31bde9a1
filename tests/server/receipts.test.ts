import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { endOfMembershipYear } from '#server/domain/hongKong.ts'
import { noteRefund } from '#server/services/payments/refunds.ts'
import { datafeed, newPayRef } from '#tests/support/datafeed.ts'
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

const report = (Ref: string, PayRef: string) =>
  api.send(pathOf(endpoints.paymentDatafeed, 'club-bravo'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: datafeed({ Ref, PayRef }),
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
  const mails = api.db.selectFrom('mailbox').selectAll().where('recipient', '=', member.email)
  const [mail, ...more] = await mails.execute()
  expect(more).toEqual([])
  for (const fact of ['HK$300', orderRef, payRef, '26 Nov 2026, 12:00', '31 Aug 2027', '/en/receipts'])
    expect(mail?.text).toContain(fact)

  // The gateway reports it again, and a second payment, which buys nothing.
  await report(orderRef, payRef)
  await report(orderRef, again)
  const extra = { ...paid, pay_ref: `test:${again}`, valid_until: null }
  expect(await receiptsOf(token)).toEqual(expect.arrayContaining([paid, { ...extra, refund: 'due' }]))
  expect(await mails.execute()).toHaveLength(1)
  await asStaff(() => noteRefund(api.serverDb, { payRef: `test:${again}`, note: 'returned', now: noon }))
  expect(await receiptsOf(token)).toEqual(expect.arrayContaining([paid, { ...extra, refund: 'done' }]))
})

test('Nobody else sees a receipt', async () => {
  const payer = await newPayer(api.db)
  await pay(await api.signIn(payer.id), newPayRef())
  const other = await newPayer(api.db)
  expect(await receiptsOf(await api.signIn(other.id))).toEqual([])
  expect((await api.call(endpoints.receipts, {})).status).toBe(401)
})
