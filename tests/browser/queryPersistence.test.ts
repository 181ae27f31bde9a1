import { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { homepagePopup, StaticContents, staticContents } from '#contract/content.ts'
import { listRedeemedItems } from '#contract/spending/redeemedItems.ts'
import { getRedeemItem, listRedeemItems, RewardItem } from '#contract/spending/rewards.ts'
import { getEvent } from '#contract/spending/events.ts'
import { me } from '#contract/member/member.ts'
import { pointTransactions } from '#contract/member/points.ts'
import { createQueryClient } from '#src/query/client.ts'
import { clearMemberQueries, restoreAndPersist } from '#src/query/persistence.ts'
import { storeSession } from '#src/session/storedSession.ts'
import { userOf } from '#tests/support/profile.ts'

const storageKey = 'club-bravo.answers'
const contentsKey = [staticContents.path, {}, null]
const meKey = [me.path, {}, 'm1']
const contents = v.parse(StaticContents, { ticket_keys: [], performances: [] })
const user = { user: userOf() }
const storedText = () => localStorage.getItem(storageKey) ?? ''
const fetchedAt = Date.UTC(2026, 8, 1)

const { member_profile: profile } = userOf()
beforeEach(() => {
  localStorage.clear()
  storeSession({ token: 'of m1', renewAt: null, profile })
})
afterEach(() => vi.restoreAllMocks())

/** A device with these answers stored by an earlier visit. */
function phoneWith(queries: unknown[], buster = '2'): void {
  localStorage.setItem(
    storageKey,
    JSON.stringify({ buster, timestamp: fetchedAt, clientState: { mutations: [], queries } }),
  )
}

const storedQuery = (queryKey: unknown[], data: unknown) => ({
  queryKey,
  queryHash: JSON.stringify(queryKey),
  state: { data, dataUpdatedAt: fetchedAt },
})

async function openedCache(): Promise<QueryClient> {
  const client = createQueryClient()
  restoreAndPersist(client)
  return client
}

test('The club’s content is restored at the next visit, with its time', async () => {
  const first = await openedCache()
  first.setQueryData(contentsKey, contents)
  first.setQueryData(meKey, user, { updatedAt: fetchedAt })
  await expect.poll(storedText).toContain('ada@club.example')

  const second = await openedCache()
  expect(second.getQueryData(contentsKey)).toEqual(contents)
  expect(second.getQueryData(meKey)).toEqual(user)
  expect(second.getQueryState(meKey)?.dataUpdatedAt).toBe(fetchedAt)
})

test('Of what came with the document and what this device has stored, the newer one stays', () => {
  phoneWith([storedQuery(contentsKey, contents)])
  const keptAt = (updatedAt: number) => {
    const client = createQueryClient()
    client.setQueryData(contentsKey, contents, { updatedAt })
    restoreAndPersist(client)
    return client.getQueryState(contentsKey)?.dataUpdatedAt
  }
  expect(keptAt(fetchedAt + 1)).toBe(fetchedAt + 1)
  expect(keptAt(fetchedAt - 1)).toBe(fetchedAt)
})

test('What a sign-out that was cut short has left is shown to nobody, and goes; what is for everybody stays', async () => {
  for (const profileOfNext of [null, { ...profile, id: 'm2' }]) {
    localStorage.clear()
    if (profileOfNext) storeSession({ token: 'of m2', renewAt: null, profile: profileOfNext })
    phoneWith([storedQuery(meKey, user), storedQuery(contentsKey, contents)])
    const client = await openedCache()
    expect(client.getQueryData(meKey)).toBeUndefined()
    await expect.poll(storedText).not.toContain('ada@club.example')
    expect(storedText()).toContain('static-contents')
  }
})

test('A tab does not take back what another one has stored since', async () => {
  const [other, own] = [await openedCache(), await openedCache()]
  other.setQueryData(contentsKey, contents, { updatedAt: fetchedAt })
  own.setQueryData(contentsKey, contents, { updatedAt: fetchedAt + 2 })
  const offered = [listRedeemItems.path, {}, null]
  own.setQueryData(offered, offers('seen-here'))
  await expect.poll(storedText).toContain('seen-here')
  other.setQueryData([getRedeemItem.path, { alias: 'seen-there' }, null], reward('seen-there'))
  await expect.poll(storedText).toContain('seen-there')

  const later = await openedCache()
  expect(later.getQueryState(contentsKey)?.dataUpdatedAt).toBe(fetchedAt + 2)
  expect(JSON.stringify(later.getQueryData(offered))).toContain('seen-here')
})

test('An answer that was stored while the clock was ahead is shown, and read again', async () => {
  const first = await openedCache()
  first.setQueryData(meKey, user, { updatedAt: Date.now() + 365 * 24 * 3600_000 })
  await expect.poll(storedText).toContain('ada@club.example')

  const second = await openedCache()
  expect(second.getQueryData(meKey)).toEqual(user)
  expect(second.getQueryState(meKey)?.dataUpdatedAt).toBeLessThan(Date.UTC(2000, 0, 1))
})

test('Only answers for offline use are stored', async () => {
  const client = await openedCache()
  client.setQueryData(['something-else'], 'not for the phone')
  client.setQueryData(contentsKey, contents)
  await expect.poll(storedText).toContain('static-contents')
  expect(storedText()).not.toContain('not for the phone')
})

test('A stored answer that does not fit the contract is dropped, and the others are used', async () => {
  phoneWith([
    storedQuery(meKey, { user: { ...user.user, member_profile: 'nobody' } }),
    storedQuery(contentsKey, contents),
    storedQuery(['unknown', {}, null], 1),
    storedQuery(['static-contents'], contents),
    'no query at all',
    null,
  ])
  const client = await openedCache()
  expect(client.getQueryData(contentsKey)).toEqual(contents)
  expect(client.getQueryData(meKey)).toBeUndefined()
  expect(client.getQueryCache().getAll()).toHaveLength(1)
})

test.each([
  ['truncated JSON', '{"buster":"2","clientState":{"queries":[{'],
  ['an array', '[]'],
  ['nothing', ''],
])('A device that has stored %s starts with an empty cache', async (_, text) => {
  localStorage.setItem(storageKey, text)
  expect((await openedCache()).getQueryCache().getAll()).toEqual([])
})

test('Answers stored by another version are not used', async () => {
  phoneWith([storedQuery(contentsKey, contents)], '1')
  expect((await openedCache()).getQueryCache().getAll()).toEqual([])
})

test('Signing out removes the member’s answers from page and storage at once, and keeps public ones', async () => {
  const client = await openedCache()
  client.setQueryData(contentsKey, contents)
  client.setQueryData(meKey, user)
  await expect.poll(storedText).toContain('ada@club.example')
  await clearMemberQueries(client)
  expect(storedText()).not.toContain('ada@club.example')
  expect(client.getQueryData(meKey)).toBeUndefined()
  expect(client.getQueryData(contentsKey)).toEqual(contents)
  await expect.poll(storedText).toContain('static-contents')
  expect(storedText()).not.toContain('ada@club.example')
})

const listed = (alias: string) =>
  v.parse(RewardItem, {
    id: alias,
    alias,
    rewardType: 'Item',
    status: 'active',
    points: 100,
    availableQuantityOfRewardItem: 9,
  })
const reward = (alias: string) => ({ rewardItem: listed(alias) })
const offers = (alias: string) => ({
  highlightRewards: [],
  redeemedItemCategories: [],
  allRedeemedItems: [listed(alias)],
  events: [],
})

test('Rewards and events are restored for the member or visitor who saw them, including details', async () => {
  const first = await openedCache()
  first.setQueryData([listRedeemItems.path, {}, 'm1'], offers('shawl'))
  first.setQueryData([getRedeemItem.path, { alias: 'shawl' }, 'm1'], reward('shawl'))
  first.setQueryData([getEvent.path, { alias: 'no-such' }, null], { event: null })
  first.setQueryData([homepagePopup.path, {}, null], { title: { en: 'Welcome' }, content: { en: '<p>Hello</p>' } })
  await expect.poll(storedText).toContain('homepage-popup')
  const second = await openedCache()
  expect(second.getQueryData([listRedeemItems.path, {}, 'm1'])).toMatchObject({
    allRedeemedItems: [{ alias: 'shawl' }],
  })
  expect(second.getQueryData([getRedeemItem.path, { alias: 'shawl' }, 'm1'])).toMatchObject({
    rewardItem: { alias: 'shawl' },
  })
  expect(second.getQueryData([listRedeemItems.path, {}, null])).toBeUndefined()
  expect(second.getQueryData([getEvent.path, { alias: 'no-such' }, null])).toEqual({ event: null })
  expect(second.getQueryData([homepagePopup.path, {}, null])).toMatchObject({ title: { en: 'Welcome' } })
})

test('The newest thirty viewed rewards and events are stored, and everything else', async () => {
  const client = await openedCache()
  client.setQueryData(contentsKey, contents)
  client.setQueryData(
    [listRedeemedItems.path, { user: 'm1' }, 'm1'],
    { redeemed_items: [] },
    { updatedAt: fetchedAt - 99 },
  )
  for (let index = 1; index <= 31; index++) {
    client.setQueryData([getRedeemItem.path, { alias: `r${index}-` }, null], reward(`r${index}-`), {
      updatedAt: fetchedAt - index,
    })
  }
  await expect.poll(storedText).toContain('r30-')
  expect(storedText()).not.toContain('r31-')
  // What the member shows at a counter.
  expect(storedText()).toContain(listRedeemedItems.path)
  expect(storedText()).toContain('static-contents')
})

test('Of the points history, the newest part is stored whatever was viewed, and its other parts as rewards are', async () => {
  const client = await openedCache()
  const log = { point_transactions: [], next: null, oldest: null, months: [] }
  const storePart = (request: object, updatedAt: number) =>
    client.setQueryData([pointTransactions.path, request, 'm1'], log, { updatedAt })
  storePart({}, fetchedAt - 100)
  for (let index = 1; index <= 31; index++) storePart({ before: `${1000 + index}` }, fetchedAt - index)
  await expect.poll(storedText).toContain('"1030"')
  expect(storedText()).not.toContain('"1031"')
  const second = await openedCache()
  expect(second.getQueryData([pointTransactions.path, {}, 'm1'])).toEqual(log)
})

test('Signing out removes the rewards that the member saw, and keeps those that a visitor saw', async () => {
  const client = await openedCache()
  client.setQueryData([listRedeemItems.path, {}, 'm1'], offers('for-the-member'))
  client.setQueryData([getRedeemItem.path, { alias: 'for-the-member' }, 'm1'], reward('for-the-member'))
  client.setQueryData([listRedeemItems.path, {}, null], offers('for-everybody'))
  client.setQueryData([getRedeemItem.path, { alias: 'for-everybody' }, null], reward('for-everybody'))
  await expect.poll(storedText).toContain('for-the-member')
  await clearMemberQueries(client)
  expect(storedText()).not.toContain('for-the-member')
  await expect.poll(storedText).toContain('for-everybody')
  expect(storedText()).not.toContain('for-the-member')
  expect(client.getQueryData([getRedeemItem.path, { alias: 'for-everybody' }, null])).toBeDefined()
})

test('If the storage is too small for everything, the contents and the member’s own data are kept', async () => {
  // Browsers give a site 5 MiB of characters.
  localStorage.setItem('of-another-part', 'x'.repeat(5 * 1024 * 1024 - 40_000))
  const client = await openedCache()
  const long = { en: 'x'.repeat(60_000), tc: '', sc: '' }
  client.setQueryData([getRedeemItem.path, { alias: 'large-reward' }, null], {
    rewardItem: { ...listed('large-reward'), description: long },
  })
  client.setQueryData(meKey, user)
  await expect.poll(storedText).toContain('ada@club.example')
  expect(storedText()).not.toContain('large-reward')
})

test('Full or broken storage does not break the app', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Broken', 'UnknownError')
  })
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const client = await openedCache()
  client.setQueryData(contentsKey, contents)
  await expect.poll(() => refused.mock.calls.length).toBe(2)
  expect(client.getQueryData(contentsKey)).toEqual(contents)
})
