import { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StaticContents } from '#contract/content.ts'
import { RewardItem } from '#contract/rewards.ts'
import { createQueryClient, forgetMemberAnswers, keepAnswers } from '#src/query/client.ts'
import { userOf } from '#tests/support/profile.ts'

const storageKey = 'club-bravo.answers'
const contents = v.parse(StaticContents, { ticket_keys: [], performances: [] })
const user = userOf()
const textKept = () => localStorage.getItem(storageKey) ?? ''
const heardAt = Date.UTC(2026, 8, 1)

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

/** A phone on which these answers were kept by an earlier visit. */
function phoneWith(queries: unknown[], buster = '1'): void {
  localStorage.setItem(
    storageKey,
    JSON.stringify({ buster, timestamp: heardAt, clientState: { mutations: [], queries } }),
  )
}

const kept = (queryKey: unknown[], data: unknown) => ({
  queryKey,
  queryHash: JSON.stringify(queryKey),
  state: { data, dataUpdatedAt: heardAt },
})

async function openedCache(): Promise<QueryClient> {
  const client = createQueryClient()
  await keepAnswers(client)
  return client
}

test('What the club said is there again at the next visit, with its time', async () => {
  const first = await openedCache()
  first.setQueryData(['static-contents'], contents)
  first.setQueryData(['me', 'm1'], user, { updatedAt: heardAt })
  await vi.waitFor(() => expect(textKept()).toContain('ada@club.example'))

  const second = await openedCache()
  expect(second.getQueryData(['static-contents'])).toEqual(contents)
  expect(second.getQueryData(['me', 'm1'])).toEqual(user)
  expect(second.getQueryState(['me', 'm1'])?.dataUpdatedAt).toBe(heardAt)
})

test('Only the answers that are meant for offline use are kept', async () => {
  const client = await openedCache()
  client.setQueryData(['something-else'], 'not for the phone')
  client.setQueryData(['static-contents'], contents)
  await vi.waitFor(() => expect(textKept()).toContain('static-contents'))
  expect(textKept()).not.toContain('not for the phone')
})

test('A kept answer that does not fit the contract is left out, and the others are used', async () => {
  phoneWith([
    kept(['me', 'm1'], { ...user, availablePoints: 'many' }),
    kept(['static-contents'], contents),
    kept(['unknown'], 1),
    'no query at all',
    null,
  ])
  const client = await openedCache()
  expect(client.getQueryData(['static-contents'])).toEqual(contents)
  expect(client.getQueryData(['me', 'm1'])).toBeUndefined()
  expect(client.getQueryCache().getAll()).toHaveLength(1)
})

test.each([
  ['cut JSON', '{"buster":"1","clientState":{"queries":[{'],
  ['another thing', '[]'],
  ['nothing', ''],
])('A phone that kept %s starts with an empty cache', async (_, text) => {
  localStorage.setItem(storageKey, text)
  expect((await openedCache()).getQueryCache().getAll()).toEqual([])
})

test('What another version kept is not used', async () => {
  phoneWith([kept(['static-contents'], contents)], '0')
  expect((await openedCache()).getQueryCache().getAll()).toEqual([])
})

test('Signing out takes the member’s answers off the page and the phone at once, and leaves the public ones', async () => {
  const client = await openedCache()
  client.setQueryData(['static-contents'], contents)
  client.setQueryData(['me', 'm1'], user)
  await vi.waitFor(() => expect(textKept()).toContain('ada@club.example'))
  await forgetMemberAnswers(client)
  expect(textKept()).not.toContain('ada@club.example')
  expect(client.getQueryData(['me', 'm1'])).toBeUndefined()
  expect(client.getQueryData(['static-contents'])).toEqual(contents)
  await vi.waitFor(() => expect(textKept()).toContain('static-contents'))
  expect(textKept()).not.toContain('ada@club.example')
})

const reward = (alias: string) =>
  v.parse(RewardItem, {
    id: alias,
    alias,
    rewardType: 'Item',
    status: 'active',
    points: 100,
    availableQuantityOfRewardItem: 9,
  })
const offers = (alias: string) => ({
  highlightRewards: [],
  redeemedItemCategories: [],
  allRedeemedItems: [reward(alias)],
  events: [],
})

test('What the club offers is there again for the member or the visitor who saw it, details and all', async () => {
  const first = await openedCache()
  first.setQueryData(['rewards', 'm1'], offers('shawl'))
  first.setQueryData(['reward', 'shawl', 'm1'], reward('shawl'))
  first.setQueryData(['event', 'no-such'], null)
  first.setQueryData(['homepage-popup'], { title: { en: 'Welcome' }, content: { en: '<p>Hello</p>' } })
  await vi.waitFor(() => expect(textKept()).toContain('homepage-popup'))
  const second = await openedCache()
  expect(second.getQueryData(['rewards', 'm1'])).toMatchObject({ allRedeemedItems: [{ alias: 'shawl' }] })
  expect(second.getQueryData(['reward', 'shawl', 'm1'])).toMatchObject({ alias: 'shawl' })
  expect(second.getQueryData(['rewards', null])).toBeUndefined()
  expect(second.getQueryData(['event', 'no-such'])).toBeNull()
  expect(second.getQueryData(['homepage-popup'])).toMatchObject({ title: { en: 'Welcome' } })
})

test('Of rewards and events that were looked at the newest thirty are kept, and everything else', async () => {
  const client = await openedCache()
  client.setQueryData(['static-contents'], contents)
  for (let index = 1; index <= 31; index++) {
    client.setQueryData(['reward', `r${index}-`, null], reward(`r${index}-`), { updatedAt: heardAt - index })
  }
  await vi.waitFor(() => expect(textKept()).toContain('r30-'))
  expect(textKept()).not.toContain('r31-')
  expect(textKept()).toContain('static-contents')
})

test('Signing out takes the rewards that the member saw, and leaves those that a visitor saw', async () => {
  const client = await openedCache()
  client.setQueryData(['rewards', 'm1'], offers('for-the-member'))
  client.setQueryData(['reward', 'for-the-member', 'm1'], reward('for-the-member'))
  client.setQueryData(['rewards', null], offers('for-everybody'))
  client.setQueryData(['reward', 'for-everybody', null], reward('for-everybody'))
  await vi.waitFor(() => expect(textKept()).toContain('for-the-member'))
  await forgetMemberAnswers(client)
  expect(textKept()).not.toContain('for-the-member')
  await vi.waitFor(() => expect(textKept()).toContain('for-everybody'))
  expect(textKept()).not.toContain('for-the-member')
  expect(client.getQueryData(['reward', 'for-everybody', null])).toBeDefined()
})

test('A phone without space for everything keeps the contents and the member’s own', async () => {
  // Browsers give a site 5 MiB of characters.
  localStorage.setItem('of-another-part', 'x'.repeat(5 * 1024 * 1024 - 40_000))
  const client = await openedCache()
  const long = { en: 'x'.repeat(60_000), tc: '', sc: '' }
  client.setQueryData(['reward', 'large-reward', null], { ...reward('large-reward'), description: long })
  client.setQueryData(['me', 'm1'], user)
  await vi.waitFor(() => expect(textKept()).toContain('ada@club.example'))
  expect(textKept()).not.toContain('large-reward')
})

test('A phone without any space, or whose storage is broken, breaks nothing', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Broken', 'UnknownError')
  })
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const client = await openedCache()
  client.setQueryData(['static-contents'], contents)
  await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(2))
  expect(client.getQueryData(['static-contents'])).toEqual(contents)
})
