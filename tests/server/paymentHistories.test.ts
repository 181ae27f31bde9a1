import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { paymentReference } from '#server/payment/gateway.ts'
import { audit } from '#server/services/audit.ts'
import { expireOrders } from '#server/services/payments/orders.ts'
import { datafeed, newPayRef } from '#tests/support/datafeed.ts'
import { pointsOf } from '#tests/support/members.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** What happens to the orders of one member: `order` and `payRef` say to which, by their number. */
type Step =
  | { kind: 'order' }
  | { kind: 'expiry' }
  | { kind: 'payment' | 'failure'; order: number; payRef: number; times: number }

const index = fc.nat({ max: 2 })
const reports = fc.record({
  kind: fc.constantFrom<'payment' | 'failure'>('payment', 'payment', 'failure'),
  order: index,
  payRef: index,
  times: fc.integer({ min: 1, max: 3 }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'order' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'expiry' }) },
  { weight: 6, arbitrary: reports },
)

/** Carries out the steps. Resolves to the payment references that were reported as payments of an order. */
async function happen(token: string, steps: readonly Step[]): Promise<Set<string>> {
  const orders: string[] = []
  const payRefs = [newPayRef(), newPayRef(), newPayRef()]
  const paid = new Set<string>()
  const path = pathOf(endpoints.paymentDatafeed, 'club-bravo')
  for (const one of steps) {
    if (one.kind === 'order') {
      const { status, body } = await api.call(endpoints.tierPayment, {}, { token })
      if (status === 200) orders.push(v.parse(endpoints.tierPayment.answer, body).tier_payment.order_ref)
    } else if (one.kind === 'expiry') {
      await expireOrders(api.serverDb, new Date(Date.now() + 7_200_000))
    } else {
      const [Ref, PayRef] = [orders[one.order], payRefs[one.payRef] ?? '']
      if (Ref === undefined) continue
      if (one.kind === 'payment') paid.add(paymentReference(PayRef, false))
      const body = datafeed({ Ref, PayRef, successcode: one.kind === 'payment' ? '0' : '1' })
      const init = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body }
      const answers = await Promise.all(Array.from({ length: one.times }, () => api.send(path, init)))
      if (answers.some(({ text }) => text !== 'OK')) throw new Error('An authentic report was not answered with OK')
    }
  }
  return paid
}

test('Whatever is ordered, reported, repeated and failed in whatever order: the first payment is the membership, every other is refunded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { id } = await newPayer(api.db)
      const paid = await happen(await api.signIn(id), [{ kind: 'order' }, ...steps])
      const payments = await api.db
        .selectFrom('payments')
        .selectAll()
        .where('pay_ref', 'in', [...paid, ''])
        .execute()
      const memberships = await api.db.selectFrom('memberships').selectAll().where('member_id', '=', id).execute()
      expect(payments).toHaveLength(paid.size)
      expect(payments.filter(({ outcome }) => outcome === 'membership')).toHaveLength(Math.min(1, paid.size))
      expect(payments.filter(({ outcome }) => outcome === 'refund')).toHaveLength(Math.max(0, paid.size - 1))
      expect(memberships).toHaveLength(Math.min(1, paid.size))
      expect(await pointsOf(api.db, id)).toBe(paid.size > 0 ? 1000 : 0)
      const { membership_tier: tier } = await api.db
        .selectFrom('members')
        .select('membership_tier')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(tier).toBe(paid.size > 0 ? 'Red' : 'Black')
    }),
    { numRuns: 60 },
  )
  expect((await audit(api.serverDb)).differences).toEqual([])
})
