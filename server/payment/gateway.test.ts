import { expect, test } from 'vitest'
import { createGateway, languageOfGateway, type PaymentSettings } from './gateway.ts'
import { datafeedHash } from './secureHash.ts'

const settings: PaymentSettings = {
  formAddress: 'https://gateway.example/b2cDemo/eng/payment/payForm.jsp',
  isSimulated: false,
  isLive: false,
  merchantId: '88888888',
  key: { algorithm: 'sha1', secret: 'local-test-secret' },
  payType: 'N',
  fee: 300,
  datafeedFrom: [],
  orderMinutes: 60,
}
const gateway = createGateway(settings, 'https://club.example')

test('The form names the order, its price with two decimals, and its hash', () => {
  const { hash, form } = gateway.formOf({ orderRef: 'CB-20240901-000001', amount: 300, remark: 'Red membership' })
  expect(hash).toBe('ea7d1a9584eb61ac7f1e9d463a62b46d32b04eb5')
  expect(form.action).toBe(settings.formAddress)
  expect(form.fields).toEqual({
    merchantId: '88888888',
    orderRef: 'CB-20240901-000001',
    currCode: '344',
    amount: '300.00',
    payType: 'N',
    mpsMode: 'NIL',
    payMethod: 'ALL',
    remark: 'Red membership',
    secureHash: hash,
  })
})

test('The gateway speaks the page’s language and returns to pages in it', () => {
  const { form } = gateway.formOf({ orderRef: 'CB-1', amount: 300, remark: '' })
  expect(form.localized['tc']).toEqual({
    lang: 'C',
    successUrl: 'https://club.example/tc/registration-success',
    failUrl: 'https://club.example/tc/asia-pay-fail',
    cancelUrl: 'https://club.example/tc/asia-pay-error?cancelled=1',
    errorUrl: 'https://club.example/tc/asia-pay-error',
  })
  expect([form.localized['en']?.['lang'], form.localized['sc']?.['lang']]).toEqual(['E', 'X'])
  expect(['E', 'C', 'X', 'J'].map(languageOfGateway)).toEqual(['en', 'tc', 'sc', null])
})

function reported(Amt: string) {
  const feed = { src: '0', prc: '0', successcode: '0', Ref: 'CB-1', PayRef: '7', Cur: '344', Amt, payerAuth: 'U' }
  return gateway.read({ ...feed, MerchantId: '88888888', secureHash: datafeedHash(feed, settings.key) })?.amount
}

test('The amount of a report is a number, however it is written, and nothing else is one', () => {
  expect(['300', '300.0', '300.00', '0300'].map(reported)).toEqual([300, 300, 300, 300])
  for (const text of ['3e2', '-300', '+300', '0x12c', 'Infinity', ' 300', '300,00']) expect(reported(text)).toBeNaN()
})

test('Reports are taken from anywhere, or only from the addresses and networks of the configuration', () => {
  expect(gateway.mayReport('198.51.100.7')).toBe(true)
  const { mayReport } = createGateway({ ...settings, datafeedFrom: ['203.0.113.5', '2001:db8::/32'] }, 'https://a')
  const allowed = ['203.0.113.5', '::ffff:203.0.113.5', '2001:db8:1::9']
  expect(allowed.map(mayReport)).toEqual([true, true, true])
  expect(['203.0.113.6', '2001:db9::1', '', 'unknown', '::1'].some(mayReport)).toBe(false)
})
