import { expect, test } from 'vitest'
import { endpointNames, methodName } from './endpointNames.ts'

const nameOf = endpointNames('club-bravo')

test.each([
  ['/api/club-bravo/scan-ticket', 'scanTicket'],
  ['/api/auth/login?x=1', 'login'],
  ['/api/club-bravo/nothing', 'api'],
  ['/identity/interaction/secret', 'identity'],
  ['/images/x.webp', 'images'],
  ['/en/rewards', 'page'],
  ['/made-up/address', 'page'],
  ['//', 'page'],
  ['', 'page'],
])('%j is counted as %s', (url, name) => {
  expect(nameOf(url)).toBe(name)
})

test('A made-up method makes no new name', () => {
  expect(['GET', 'POST', 'BREW'].map(methodName)).toEqual(['GET', 'POST', 'other'])
})
