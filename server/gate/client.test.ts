import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runAsClient, currentClient, forgetToken, isKnownClient, identifyClient } from './client.ts'
import { TtlCache } from './ttlCache.ts'

const ended = new AbortController().signal
const as = <T>(network: string, token: string | null, work: () => T) => runAsClient({ network, token, ended }, work)

test('A call is its network’s until its token is known, and its member’s from then on', () => {
  const [network, token] = [randomUUID(), randomUUID()]
  const member = { memberId: randomUUID(), emailVerified: true }
  as(network, token, () => {
    expect([currentClient(), isKnownClient()]).toEqual([{ kind: 'network', id: network }, false])
    identifyClient(token, member)
    expect([currentClient(), isKnownClient()]).toEqual([{ kind: 'member', id: member.memberId }, true])
  })
  as(randomUUID(), token, () => expect(currentClient()).toEqual({ kind: 'member', id: member.memberId }))
  // Somebody has signed in there.
  as(network, null, () => expect(isKnownClient()).toBe(true))
  forgetToken(token)
  as(network, token, () => expect(currentClient()).toEqual({ kind: 'network', id: network }))
})

test('Accounts that nobody has proved share what their network has', () => {
  const [network, token] = [randomUUID(), randomUUID()]
  as(network, token, () => {
    identifyClient(token, { memberId: randomUUID(), emailVerified: false })
    expect([currentClient().kind, isKnownClient()]).toEqual(['network', false])
  })
})

test('Only so much is remembered, and each for its time', () => {
  const cache = new TtlCache<number>(2)
  cache.set('a', 1, 60_000)
  cache.set('b', 2, 60_000)
  cache.set('a', 3, 60_000)
  cache.set('c', 4, 60_000)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([3, null, 4])
  cache.set('d', 5, -1)
  expect([cache.get('d'), cache.remainingMs('d'), cache.remainingMs('c') > 0]).toEqual([null, 0, true])
})
