import { describe, expect, it, test } from 'vitest'
import { profileTypes } from '#contract/member/member.ts'
import { accountPage, returnAddress } from './accountRules.ts'

describe('Signing in returns', () => {
  it.each([
    ['/en/faq', '', undefined, '/en/faq'],
    ['/en/reward-list', '?category=2', undefined, '/en/reward-list?category=2'],
    ['/tc/registration-sc', '', 'token-1', '/tc/registration-sc#token=token-1'],
    ['/sc/registration-free-tier-upgrade', '?a=b', '2&+=', '/sc/registration-free-tier-upgrade?a=b#token=2%26%2B%3D'],
    ['/en/registration-sc', '', undefined, '/en/registration-sc'],
    ['/en/card-partner-upgrade', '', 'token-1', '/en/card-partner-upgrade#token=token-1'],
    ['/en/change-password', '', 'reset-1', '/en/change-password'],
    ['/en/confirm-email', '', 'new-address', '/en/confirm-email'],
    ['/en/reopen-account', '', 'opens', '/en/reopen-account'],
    ['/', '', undefined, '/'],
  ])('from %s%s with the token %s to %s', (pathname, searchStr, linkToken, expected) => {
    const state = linkToken === undefined ? {} : { linkToken }
    expect(returnAddress({ pathname, searchStr, state })).toBe(expected)
  })
})

const everything = () => true

describe('My account', () => {
  it.each(
    profileTypes.map((type) => [
      type,
      type === 'free-tier-upgrade' ? 'registration-free-tier-upgrade' : 'member-detail',
    ]),
  )('of a profile submitted as %s is %s', (type, page) => {
    expect(accountPage({ is_submitted_profile: type }, everything)).toBe(page)
  })

  test('never leads to a page that does not exist', () => {
    expect(accountPage({ is_submitted_profile: 'free-tier-upgrade' }, () => false)).toBe('member-detail')
  })

  test('leads to the member’s page if the stored profile cannot be read', () => {
    expect(accountPage(null, everything)).toBe('member-detail')
  })
})
