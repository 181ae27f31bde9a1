import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultOf, type OrderEvent, type OrderState, orderStates, transitions } from './orders.ts'

function nextState(state: OrderState, event: OrderEvent): OrderState {
  const { from, to } = transitions[event]
  return from.some((one) => one === state) ? to : state
}

const events: OrderEvent[] = ['handed_out', 'payment', 'failure', 'superseded', 'timeout']

test('A payment makes any order paid', () => {
  for (const state of orderStates) expect(nextState(state, 'payment')).toBe('paid')
})

test('Nothing undoes a paid order', () => {
  for (const event of events) expect(nextState('paid', event)).toBe('paid')
})

test('An order is created, sent, and then paid, failed, cancelled or expired', () => {
  expect(nextState('created', 'handed_out')).toBe('sent')
  const ends = (['payment', 'failure', 'superseded', 'timeout'] as const).map((event) => nextState('sent', event))
  expect(ends).toEqual(['paid', 'failed', 'cancelled', 'expired'])
})

test('An order that has ended without a payment does not change its mind', () => {
  for (const state of ['failed', 'cancelled', 'expired'] as const)
    for (const event of ['handed_out', 'failure', 'superseded', 'timeout'] as const)
      expect(nextState(state, event)).toBe(state)
})

test('Whatever happens in whatever order, an order is paid exactly if one of the events is a payment', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events)), (happened) => {
      const end = happened.reduce<OrderState>(nextState, 'created')
      expect(end === 'paid').toBe(happened.includes('payment'))
    }),
  )
})

test('Every state can be reached', () => {
  const reached = Object.values(transitions).map(({ to }) => to)
  expect(new Set(['created', ...reached])).toEqual(new Set(orderStates))
})

const report = {
  orderRef: 'CB-20240901-000001',
  payRef: '1000001',
  isPayment: true,
  amount: 300,
  currency: '344',
  merchantId: '88888888',
} as const
const terms = { amount: 300, currency: '344', merchantId: '88888888' }

test('A report counts for its order only with the order’s amount, currency and merchant', () => {
  expect(faultOf(report, terms)).toBeNull()
  expect(faultOf({ ...report, merchantId: '88888888' }, terms)).toBeNull()
  expect(faultOf(report, null)).toBe('unknown_order')
  expect(faultOf({ ...report, merchantId: '1' }, terms)).toBe('wrong_merchant')
  expect(faultOf({ ...report, currency: '840' }, terms)).toBe('wrong_currency')
  for (const amount of [299.99, 300.01, 0, -300, Number.NaN])
    expect(faultOf({ ...report, amount }, terms)).toBe('wrong_amount')
})
