import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { createGateway } from '#server/payment/gateway.ts'
import { orderHash } from '#server/payment/secureHash.ts'
import { audit } from '#server/services/audit.ts'
import { expireOrders } from '#server/services/payments/orders.ts'
import { readRefunds } from '#server/services/payments/refunds.ts'
import { datafeed, type DatafeedFields, gatewayKey, newPayRef } from '#tests/support/datafeed.ts'
import { pointsOf } from '#tests/support/members.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { type TestApi, testApi, testOrigin, testPayment } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function signedInMember() {
  const { id, email } = await newPayer(api.db)
  return { id, email, token: await api.signIn(id) }
}

type Payer = Awaited<ReturnType<typeof signedInMember>>

const order = ({ token }: Payer) => api.call(endpoints.tierPayment, {}, { token })

async function orderRefOf(member: Payer): Promise<string> {
  const { body } = await order(member)
  return v.parse(endpoints.tierPayment.answer, body).tier_payment.order_ref
}

const send = (body: string, contentType = 'application/x-www-form-urlencoded') =>
  api.send(pathOf(endpoints.paymentDatafeed, 'club-bravo'), {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body,
  })

const report = (fields: DatafeedFields) => send(datafeed(fields))

function stateOf(orderRef: string) {
  return api.db
    .selectFrom('payment_orders')
    .select('state')
    .where('order_ref', '=', orderRef)
    .executeTakeFirst()
    .then((row) => row?.state)
}

async function tierOf({ id }: Payer) {
  const row = await api.db.selectFrom('members').select('membership_tier').where('id', '=', id).executeTakeFirst()
  return row?.membership_tier
}

function paymentsOf(...orderRefs: string[]) {
  return api.db
    .selectFrom('payments')
    .select(['given_ref', 'outcome', 'refund_reason'])
    .where('given_ref', 'in', orderRefs)
    .orderBy('received_at')
    .execute()
}

async function membershipsOf({ id }: Payer): Promise<number> {
  return (await api.db.selectFrom('memberships').select('id').where('member_id', '=', id).execute()).length
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

const accepted = { status: 200, text: 'OK' }

test('A member orders a Red membership, and gets the form that the gateway takes', async () => {
  const { status, body } = await order(await signedInMember())
  expect(status).toBe(200)
  const { tier_payment: payment, payment_gateway_params: form } = v.parse(endpoints.tierPayment.answer, body)
  expect(payment).toMatchObject({ amount: 300, pay_type: 'N', merchant_id: '88888888', is_live: false })
  expect(payment.order_ref).toMatch(/^CB-\d{8}-[0-9A-Z]{12}$/)
  const { order_ref: orderRef, merchant_id: merchantId } = payment
  const signed = { merchantId, orderRef, currency: '344', amount: '300.00', payType: 'N' }
  expect(payment.secure_hash).toBe(orderHash(signed, gatewayKey))
  expect(form.fields).toMatchObject({ orderRef, secureHash: payment.secure_hash, amount: '300.00' })
  expect(form.localized['sc']).toMatchObject({ lang: 'X', successUrl: `${testOrigin}/sc/registration-success` })
  expect(await stateOf(orderRef)).toBe('sent')
})

test('The datafeed makes an order paid and its member Red, with the bonus, and is answered OK', async () => {
  const member = await signedInMember()
  const orderRef = await orderRefOf(member)
  expect(await report({ Ref: orderRef })).toMatchObject(accepted)
  expect(await stateOf(orderRef)).toBe('paid')
  expect(await tierOf(member)).toBe('Red')
  expect(await pointsOf(api.db, member.id)).toBe(1000)
})

test('The same datafeed again, also ten times at once, changes nothing and is answered OK', async () => {
  const member = await signedInMember()
  const body = datafeed({ Ref: await orderRefOf(member) })
  const warnings = api.warnings.length
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)))
  for (const answer of [...answers, await send(body)]) expect(answer).toMatchObject(accepted)
  expect(api.warnings).toHaveLength(warnings)
  expect(await membershipsOf(member)).toBe(1)
  expect(await pointsOf(api.db, member.id)).toBe(1000)
})

test('A failure leaves the member as they are; another card for the same order succeeds', async () => {
  const member = await signedInMember()
  const orderRef = await orderRefOf(member)
  expect(await report({ Ref: orderRef, successcode: '1' })).toMatchObject(accepted)
  expect([await stateOf(orderRef), await tierOf(member)]).toEqual(['failed', 'Black'])
  await report({ Ref: orderRef })
  expect([await stateOf(orderRef), await tierOf(member)]).toEqual(['paid', 'Red'])
})

test('A success that follows a failure with the same reference counts', async () => {
  const member = await signedInMember()
  const [orderRef, PayRef] = [await orderRefOf(member), newPayRef()]
  await report({ Ref: orderRef, PayRef, successcode: '1' })
  await report({ Ref: orderRef, PayRef })
  expect([await stateOf(orderRef), await membershipsOf(member)]).toEqual(['paid', 1])
})

test('A failure that comes late never undoes a paid order', async () => {
  const member = await signedInMember()
  const [orderRef, PayRef] = [await orderRefOf(member), newPayRef()]
  await report({ Ref: orderRef, PayRef })
  for (const successcode of ['1', '-1', '2'])
    expect(await report({ Ref: orderRef, PayRef, successcode })).toMatchObject(accepted)
  expect([await stateOf(orderRef), await tierOf(member)]).toEqual(['paid', 'Red'])
})

test('Nothing but the gateway’s own hash makes anybody Red', async () => {
  const member = await signedInMember()
  const orderRef = await orderRefOf(member)
  const sound = datafeed({ Ref: orderRef })
  const forged = [
    datafeed({ Ref: orderRef }, { algorithm: 'sha1', secret: 'another secret' }),
    datafeed({ Ref: orderRef }, { algorithm: 'sha256', secret: gatewayKey.secret }),
    sound.replace('Amt=300.0', 'Amt=300.00'),
    sound.replace(/secureHash=\w+/, `secureHash=${'0'.repeat(40)}`),
    datafeed({ Ref: orderRef, successcode: '1' }).replace('successcode=1', 'successcode=0'),
  ]
  for (const body of forged) expect(await send(body)).toMatchObject({ status: 403 })
  expect((await send(sound.replace(/&secureHash=\w+/, ''))).status).toBe(422)
  expect((await send(sound, 'application/json')).status).toBe(400)
  expect((await send(`${sound}&remark=${'x'.repeat(9000)}`)).status).toBe(413)
  expect([await stateOf(orderRef), await tierOf(member)]).toEqual(['sent', 'Black'])
})

test('A payment of another amount, currency or merchant gives nothing and has to be refunded', async () => {
  const member = await signedInMember()
  const orderRef = await orderRefOf(member)
  for (const wrong of [{ Amt: '3.00' }, { Amt: '3e2' }, { Cur: '840' }, { MerchantId: '1' }])
    expect(await report({ Ref: orderRef, ...wrong })).toMatchObject(accepted)
  const reasons = (await paymentsOf(orderRef)).map(({ refund_reason: reason }) => reason)
  expect(reasons).toEqual(['wrong_amount', 'wrong_amount', 'wrong_currency', 'wrong_merchant'])
  expect([await stateOf(orderRef), await tierOf(member)]).toEqual(['sent', 'Black'])
  await report({ Ref: orderRef, Amt: '300.00', MerchantId: '88888888' })
  expect(await tierOf(member)).toBe('Red')
})

test('A payment of an order that does not exist has to be refunded, once', async () => {
  const body = datafeed({ Ref: 'CB-20240901-UNKNOWN' })
  for (const answer of await Promise.all([send(body), send(body), send(body)])) expect(answer).toMatchObject(accepted)
  expect(await paymentsOf('CB-20240901-UNKNOWN')).toEqual([
    { given_ref: 'CB-20240901-UNKNOWN', outcome: 'refund', refund_reason: 'unknown_order' },
  ])
})

test('A reference pays one order: reported for a second one, it gives nothing', async () => {
  const [first, second] = [await signedInMember(), await signedInMember()]
  const PayRef = newPayRef()
  await report({ Ref: await orderRefOf(first), PayRef })
  const other = await orderRefOf(second)
  expect(await report({ Ref: other, PayRef })).toMatchObject(accepted)
  expect([await stateOf(other), await tierOf(second)]).toEqual(['sent', 'Black'])
  expect(api.warnings.at(-1)).toContain(PayRef)
  // Reported again, it is one payment to refund all the same.
  expect(await report({ Ref: other, PayRef })).toMatchObject(accepted)
  const refunds = api.db.selectFrom('payments').selectAll().where('outcome', '=', 'refund')
  const rows = await refunds.where('pay_ref', 'like', `%${PayRef}@%`).execute()
  expect(rows).toMatchObject([{ given_ref: other, order_ref: other, refund_reason: 'known_payment' }])
  const toRefund = await readRefunds(api.db, { withRefunded: false })
  const refund = { orderRef: other, amount: '300.0', currency: '344', email: second.email, reason: 'known_payment' }
  expect(toRefund).toContainEqual(expect.objectContaining(refund))
})

test('A report without the merchant, or with the sign that joins what is signed, is refused', async () => {
  const orderRef = await orderRefOf(await signedInMember())
  const fields = Object.fromEntries(new URLSearchParams(datafeed({ Ref: orderRef })))
  const { MerchantId: _merchant, ...anonymous } = fields
  // The same hash as of the fields above: what one loses, its neighbour has.
  const shifted = { ...fields, prc: `${fields['prc']}|${fields['successcode']}`, successcode: '0' }
  for (const body of [anonymous, shifted, { ...fields, payerAuth: 'U|' }])
    expect((await send(new URLSearchParams(body).toString())).status).toBe(422)
  expect(await stateOf(orderRef)).not.toBe('paid')
})

test('Of two orders that a member pays, the second has to be refunded; so has a second payment of one order', async () => {
  const member = await signedInMember()
  const [first, second] = [await orderRefOf(member), await orderRefOf(member)]
  expect(await stateOf(first)).toBe('cancelled')
  await Promise.all([report({ Ref: first }), report({ Ref: second })])
  await report({ Ref: first })
  expect([await stateOf(first), await stateOf(second)]).toContain('paid')
  const outcomes = (await paymentsOf(first, second)).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual(['membership', 'refund', 'refund'])
  expect(await membershipsOf(member)).toBe(1)
  expect(await pointsOf(api.db, member.id)).toBe(1000)
  expect(api.warnings.join('\n')).toContain('has to be refunded')
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('A second payment of an order that gave last year’s membership has to be refunded, and gives no new one', async () => {
  const member = await signedInMember()
  const orderRef = await orderRefOf(member)
  await report({ Ref: orderRef })
  await api.db.updateTable('members').set({ membership_tier: 'Black' }).where('id', '=', member.id).execute()
  await report({ Ref: orderRef })
  const reasons = (await paymentsOf(orderRef)).map(({ refund_reason: reason }) => reason)
  expect(reasons).toEqual([null, 'order_paid'])
  expect([await tierOf(member), await membershipsOf(member)]).toEqual(['Black', 1])
})

test('Whoever is Red cannot order Red again, and Gold cannot in any way', async () => {
  const member = await signedInMember()
  await report({ Ref: await orderRefOf(member) })
  expect(await order(member)).toMatchObject({ status: 422, body: { message: 'duplicate_token' } })
  await api.db.updateTable('members').set({ membership_tier: 'Gold' }).where('id', '=', member.id).execute()
  expect(await order(member)).toMatchObject({ status: 422, body: { message: 'invalid_tier' } })
})

test('An order expires when nothing is reported in time; a payment that comes later counts all the same', async () => {
  const member = await signedInMember()
  const orderRef = await orderRefOf(member)
  await expireOrders(api.serverDb, minutes(59))
  expect(await stateOf(orderRef)).toBe('sent')
  await Promise.all([1, 2, 3].map(() => expireOrders(api.serverDb, minutes(61))))
  expect(await stateOf(orderRef)).toBe('expired')
  await report({ Ref: orderRef })
  expect([await stateOf(orderRef), await tierOf(member)]).toEqual(['paid', 'Red'])
})

test('A payment for the young audience scheme moves the application on, once', async () => {
  const member = await signedInMember()
  const pay = () => api.call(endpoints.youthPayment, {}, { token: member.token })
  const setStatus = (status: string) =>
    api.db.updateTable('members').set({ ya_status: status }).where('id', '=', member.id).execute()
  expect((await pay()).status).toBe(422)
  await setStatus('Pending Payment')
  const orderRef = v.parse(endpoints.youthPayment.answer, (await pay()).body).tier_payment.order_ref
  await report({ Ref: orderRef })
  await report({ Ref: orderRef })
  const { user } = (await api.call(endpoints.me, {}, { token: member.token })).body
  expect(user).toMatchObject({ member_profile: { ya_status: 'Pending Approval', membership_tier: 'Black' } })
  expect((await paymentsOf(orderRef)).map(({ outcome }) => outcome)).toEqual(['youth', 'refund'])
  expect((await pay()).status).toBe(422)
})

test('Only a signed-in member gets an order', async () => {
  const ended = await signedInMember()
  await api.db.updateTable('sessions').set({ revoked_at: new Date() }).where('member_id', '=', ended.id).execute()
  for (const endpoint of [endpoints.tierPayment, endpoints.youthPayment]) {
    expect((await api.call(endpoint, {})).status).toBe(401)
    expect((await api.call(endpoint, {}, { token: 'forged' })).status).toBe(401)
    expect((await api.call(endpoint, {}, { token: ended.token })).status).toBe(401)
  }
  const unverified = await newPayer(api.db, { verified: false })
  expect((await api.call(endpoints.tierPayment, {}, { token: await api.signIn(unverified.id) })).status).toBe(200)
})

test('A club without a gateway says that it takes no payments', async () => {
  const member = await signedInMember()
  const { gateway } = api.dependencies
  api.dependencies.gateway = null
  expect((await order(member)).status).toBe(503)
  expect((await report({ Ref: 'CB-1' })).status).toBe(403)
  api.dependencies.gateway = gateway
})

test('Reports from elsewhere than the gateway’s addresses are refused', async () => {
  const orderRef = await orderRefOf(await signedInMember())
  const { gateway } = api.dependencies
  api.dependencies.gateway = createGateway({ ...testPayment, datafeedFrom: ['203.0.113.5'] }, testOrigin)
  expect((await report({ Ref: orderRef })).status).toBe(403)
  api.dependencies.gateway = gateway
  expect(await stateOf(orderRef)).toBe('sent')
})

test('A payment that comes after the account was closed gives nothing and is listed for the refund', async () => {
  const [member, applicant] = [await signedInMember(), await signedInMember()]
  const set = (id: string, values: { active: false } | { ya_status: string }) =>
    api.db.updateTable('members').set(values).where('id', '=', id).execute()
  await set(applicant.id, { ya_status: 'Pending Payment' })
  const { body } = await api.call(endpoints.youthPayment, {}, { token: applicant.token })
  const orderRefs = [await orderRefOf(member), v.parse(endpoints.youthPayment.answer, body).tier_payment.order_ref]
  for (const { id } of [member, applicant]) await set(id, { active: false })
  for (const Ref of orderRefs) expect(await report({ Ref })).toMatchObject(accepted)
  const refused = { outcome: 'refund', refund_reason: 'inactive' }
  expect(await paymentsOf(...orderRefs)).toEqual(orderRefs.map((given) => ({ given_ref: given, ...refused })))
  expect([await tierOf(member), await membershipsOf(member)]).toEqual(['Black', 0])
  const listed = await readRefunds(api.serverDb, { withRefunded: false })
  for (const orderRef of orderRefs)
    expect(listed).toContainEqual(expect.objectContaining({ orderRef, reason: 'inactive' }))
})
