import { expect, test } from 'vitest'
import { telephoneHref, clubAddresses } from './clubLinks.ts'

const noAddress = { en: '', tc: '', sc: '' }

test('Every language has separate addresses, with a fallback to the next best language', () => {
  const links = [
    {
      code: 'privacy-policy' as const,
      value: { en: 'https://club.example/en/privacy', tc: 'https://club.example/tc/privacy', sc: '' },
    },
    { code: 'email' as const, value: { ...noAddress, en: ' club@club.example ' } },
    { code: 'telephone' as const, value: { ...noAddress, en: '+852 2345 6789' } },
  ]
  expect(clubAddresses(links, 'sc')).toEqual({
    privacy: 'https://club.example/tc/privacy',
    orchestra: null,
    email: 'club@club.example',
    telephone: '+852 2345 6789',
  })
  expect(telephoneHref('+852 2345-6789')).toBe('tel:+85223456789')
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/en/faq', 'club.example', 'mailto:a@b.example'])(
  '%s is not a valid website address',
  (text) => {
    const links = [{ code: 'orchestra' as const, value: { en: text, tc: text, sc: text } }]
    expect(clubAddresses(links, 'en').orchestra).toBeNull()
  },
)

test.each(['club at example', 'a@b c', '@'])('%s is not a valid email address', (text) => {
  const links = [{ code: 'email' as const, value: { ...noAddress, en: text } }]
  expect(clubAddresses(links, 'en').email).toBeNull()
})
