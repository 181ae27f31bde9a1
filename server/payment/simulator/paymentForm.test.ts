import { expect, test } from 'vitest'
import { createGateway } from '../gateway.ts'
import { isAuthentic } from '../secureHash.ts'
import { outcomeOf, testCards } from './cards.ts'
import { datafeedOf, readPaymentForm, returnAddress } from './paymentForm.ts'

const origin = 'https://club.example'
const key = { algorithm: 'sha1', secret: 'local-test-secret' } as const
const merchant = { merchantId: '88888888', key, origin }
const gateway = createGateway(
  {
    formAddress: `${origin}/pay`,
    isSimulated: true,
    isLive: false,
    merchantId: '88888888',
    key,
    payType: 'N',
    fee: 300,
    datafeedFrom: [],
    orderMinutes: 60,
  },
  origin,
)
const { form } = gateway.formOf({ orderRef: 'CB-20240901-000001', amount: 300, remark: 'Red membership' })
const posted = { ...form.fields, ...form.localized.tc }

test('The simulator takes the form of an order as the club makes it', () => {
  expect(readPaymentForm(posted, merchant)).toMatchObject({
    orderRef: 'CB-20240901-000001',
    amount: '300.00',
    lang: 'C',
  })
})

test('The simulator refuses another amount, another merchant, and addresses of other sites', () => {
  const wrong = [
    { amount: '3.00' },
    { orderRef: 'CB-2' },
    { merchantId: '1' },
    { secureHash: '' },
    { currCode: '840' },
    { successUrl: 'https://evil.example/tc' },
    { failUrl: '//evil.example' },
    { cancelUrl: 'javascript:alert(1)' },
  ]
  for (const fields of wrong)
    expect([fields, readPaymentForm({ ...posted, ...fields }, merchant)]).toEqual([fields, null])
})

test('The browser returns with the order’s reference alone', () => {
  expect(returnAddress(`${origin}/tc/registration-success`, 'CB-1')).toBe(`${origin}/tc/registration-success?Ref=CB-1`)
})

test('Each test card has an outcome, however its number is written, and no other card has one', () => {
  expect(testCards.map(({ number }) => outcomeOf(number))).toEqual(['charged', 'declined', 'not_authenticated'])
  expect(['4111111111111111', '4111-1111-1111-1111', ' 4111 1111 1111 1111 '].map(outcomeOf)).toEqual(
    Array(3).fill('charged'),
  )
  expect(['', '4111', '5555555555554444'].map(outcomeOf)).toEqual([null, null, null])
})

test('The club believes the simulator’s reports: a payment, a bank’s refusal, a failed 3-D Secure check', () => {
  const read = readPaymentForm(posted, merchant)
  if (read === null) throw new Error('The form was refused')
  const reports = testCards.map(({ outcome }) =>
    Object.fromEntries(new URLSearchParams(datafeedOf(read, '7', outcome, key))),
  )
  for (const report of reports) {
    const feed = { src: '', prc: '', successcode: '', Ref: '', PayRef: '', Cur: '', Amt: '', payerAuth: '', ...report }
    expect(isAuthentic(feed, report['secureHash'] ?? '', key)).toBe(true)
  }
  expect(reports.map(({ successcode, prc, Amt }) => [successcode, prc, Amt])).toEqual([
    ['0', '0', '300.0'],
    ['1', '1', '300.0'],
    ['1', '3', '300.0'],
  ])
})
