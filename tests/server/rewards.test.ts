import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tier } from '#contract/member/tiers.ts'
import { endpoints } from '#contract/index.ts'
import { readPublicPageData } from '#server/services/publicPageData.ts'
import { drawing, importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { newMember } from '#tests/support/members.ts'
import { issueTickets } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

let api: TestApi
const rewards = [
  rewardEntry({ key: 'open', expiry_date: '2027-08-31T23:59:00+08:00' }),
  rewardEntry({ key: 'sketch', status: 'draft', stock: 0 }),
  rewardEntry({ key: 'public', status: 'public' }),
  rewardEntry({ key: 'hidden', status: 'inactive' }),
  rewardEntry({ key: 'secret', status: 'hidden' }),
  rewardEntry({ key: 'golden', reward_visibility_tiers: ['Gold'] }),
  rewardEntry({ key: 'nobodys', reward_visibility_tiers: [] }),
]
const keys = rewards.map(({ key }) => String(key))
const event = {
  status: 'active',
  starts_at: '2027-01-10T19:30:00+08:00',
  public_registration_start_date: '2026-12-01T10:00:00+08:00',
  ya_individual_quota: 4,
  normal_individual_quota: 2,
  waiting_list: true,
  image: { en: 'rewards/tote', tc: 'rewards/tc' },
}

beforeAll(async () => {
  api = await testApi()
  await importFiles(api.db, {
    ...validFiles(),
    'rewards/entries.json': JSON.stringify(rewards),
    'rewards/en.md': rewardTexts(...keys).replace(
      'A open for you',
      'A open for you\n## description\nGo to the [list](/{lang}/reward-list) for HK${fee}.\n\n<b>Bold</b><script>alert(1)</script>',
    ),
    'highlight_rewards/entries.json': JSON.stringify(['golden', 'hidden', 'open'].map((key) => ({ key }))),
    'events/entries.json': JSON.stringify([
      { key: 'talk', ...event },
      { key: 'cancelled', ...event, status: 'inactive' },
      { key: 'party', ...event, status: 'hidden' },
      { key: 'parade', ...event, status: 'public' },
    ]),
    'events/en.md': rewardTexts('talk', 'cancelled', 'party', 'parade'),
    'membership_cards/entries.json': JSON.stringify([{ key: 'Gold', image: 'rewards/tote' }]),
    'images/rewards/tc.svg': drawing.replace('#7a1f2b', '#2c4a63'),
  })
})
afterAll(() => api.close())

async function tokenOf(tier: Tier): Promise<string> {
  const member = await newMember(api.db)
  await api.db.updateTable('members').set({ membership_tier: tier }).where('id', '=', member.id).execute()
  return api.signIn(member.id)
}

/** The rewards that a viewer sees: a visitor, or a member of a tier. */
async function listFor(tier: Tier | null) {
  const { body } = await api.call(endpoints.listRedeemItems, {}, tier ? { token: await tokenOf(tier) } : {})
  return v.parse(endpoints.listRedeemItems.answer, body)
}

const seenBy = async (tier: Tier | null) => (await listFor(tier)).allRedeemedItems.map(({ alias }) => alias)

test('All viewers see active, draft and public rewards, members of a tier also those for the tier, and no one sees inactive or hidden ones', async () => {
  expect(await seenBy(null)).toEqual(['open', 'sketch', 'public'])
  expect(await seenBy('Black')).toEqual(['open', 'sketch', 'public'])
  expect(await seenBy('Red')).toEqual(['open', 'sketch', 'public'])
  expect(await seenBy('Gold')).toEqual(['open', 'sketch', 'public', 'golden'])
  expect(await seenBy('Diamond')).toEqual(['open', 'sketch', 'public', 'golden'])
})

async function cardOf(tier: Tier) {
  const { body } = await api.call(endpoints.me, {}, { token: await tokenOf(tier) })
  return v.parse(endpoints.me.answer, body).user.member_profile.membership_card
}

test('A card has the picture of its tier, and Diamond’s that of Gold where the contents have none of its own', async () => {
  expect(await cardOf('Red')).toBeNull()
  expect(await cardOf('Gold')).not.toBeNull()
  expect(await cardOf('Diamond')).toEqual(await cardOf('Gold'))
})

const highlightsFor = async (tier: Tier | null) => (await listFor(tier)).highlightRewards.map(({ alias }) => alias)

test('The highlights are the rewards that the viewer may see, in the order set by editors', async () => {
  expect(await highlightsFor(null)).toEqual(['open'])
  expect(await highlightsFor('Gold')).toEqual(['golden', 'open'])
})

test('The list contains the categories, and the events that are neither inactive nor hidden', async () => {
  const { redeemedItemCategories, events } = await listFor(null)
  expect(redeemedItemCategories).toEqual([{ id: 1, name: { en: 'Rewards', tc: '', sc: '' } }])
  expect(events.map(({ alias }) => alias)).toEqual(['talk', 'parade'])
})

test('A list for a member is not cached; a visitor’s list is sent again only when it has changed', async () => {
  const mine = await api.call(endpoints.listRedeemItems, {}, { token: await tokenOf('Gold') })
  expect(mine.headers.get('cache-control')).toBe('no-store')
  const first = await api.call(endpoints.listRedeemItems, {})
  const headers = { 'If-None-Match': String(first.headers.get('etag')) }
  expect((await api.call(endpoints.listRedeemItems, {}, { headers })).status).toBe(304)
})

async function rewardFor(alias: string, tier: Tier | null) {
  const options = tier ? { token: await tokenOf(tier) } : {}
  const { body } = await api.call(endpoints.getRedeemItem, { alias }, options)
  return v.parse(endpoints.getRedeemItem.answer, body).rewardItem
}

test('A reward’s page is returned to viewers who may see it, and is null for all others and for unknown rewards', async () => {
  expect(await rewardFor('golden', 'Gold')).toMatchObject({
    alias: 'golden',
    reward_visibility_tiers: ['Gold'],
  })
  expect(await rewardFor('golden', 'Red')).toBeNull()
  expect(await rewardFor('golden', null)).toBeNull()
  for (const alias of ['hidden', 'secret']) expect(await rewardFor(alias, 'Gold')).toBeNull()
  expect(await rewardFor('nobodys', 'Gold')).toBeNull()
  expect(await rewardFor('no-such-thing', null)).toBeNull()
  expect(await rewardFor('constructor', null)).toBeNull()
})

test('A reward’s texts are HTML whose links keep the language placeholder, and its dates are timestamps', async () => {
  const reward = await rewardFor('open', null)
  expect(reward).toMatchObject({
    points: 400,
    availableQuantityOfRewardItem: 3,
    each_member_max: null,
    expiry_date: '2027-08-31T15:59:00.000Z',
    delivery_methods: ['Mail'],
    reward_visibility_tiers: null,
  })
  expect(reward?.description.en).toContain('<a href="/{lang}/reward-list">list</a>')
  // What is no Markdown is shown as it is written.
  expect(reward?.description.en).toContain('&lt;script&gt;')
  expect(reward?.image_url).toMatch(/^\/images\/rewards-tote-[0-9a-f]{8}-1080\.jpg$/)
})

test('The fee in a text is what the club charges: in the API’s answers and in the data of pages', async () => {
  const answered = await rewardFor('open', null)
  expect(answered?.description.en).toContain('</a> for HK$300.')
  const page = { page: 'reward-detail', alias: 'open', lang: 'en' } as const
  const embedded = await readPublicPageData(api.serverDb, page, {
    redFee: 1200,
    claimWindowDays: 30,
    pointsExpiryMonths: null,
  })
  expect(JSON.stringify(embedded)).toContain('</a> for HK$1,200.')
})

test('How many of a reward are left is told to whoever may see it; for others there is no such reward', async () => {
  const all = await api.db.selectFrom('contents').select(['id', 'key']).where('group_name', '=', 'rewards').execute()
  const ask = async (key: string, tier: Tier | null = null) => {
    const request = { item_id: all.find((one) => one.key === key)?.id ?? key }
    return api.call(endpoints.redeemedItemAvailable, request, tier ? { token: await tokenOf(tier) } : {})
  }
  expect((await ask('open')).body).toEqual({ availableQuantityOfRewardItem: 3 })
  expect((await ask('sketch')).body).toEqual({ availableQuantityOfRewardItem: 0 })
  expect((await ask('golden', 'Gold')).body).toEqual({ availableQuantityOfRewardItem: 3 })
  const unseen: [string, Tier | null][] = [
    ['golden', null],
    ['golden', 'Red'],
    ['nobodys', 'Gold'],
    ['hidden', 'Gold'],
    ['secret', 'Gold'],
    ['0', null],
    [randomUUID(), 'Gold'],
  ]
  for (const [key, tier] of unseen) {
    const { status, body } = await ask(key, tier)
    expect([status, body['message']]).toEqual([404, 'There is no such reward'])
  }
})

test('An event’s page has its dates as timestamps, and a picture per language that falls back to English', async () => {
  const { body } = await api.call(endpoints.getEvent, { alias: 'talk' })
  const { event: talk } = v.parse(endpoints.getEvent.answer, body)
  expect(talk).toMatchObject({
    starts_at: '2027-01-10T11:30:00.000Z',
    public_registration_start_date: '2026-12-01T02:00:00.000Z',
    priority_registration_start_date: null,
    event_quota: null,
    ya_individual_quota: 4,
  })
  expect(talk?.image?.en.path).toMatch(/^\/images\/rewards-tote-/)
  expect(talk?.image?.tc?.path).toMatch(/^\/images\/rewards-tc-/)
  expect(talk?.image?.sc).toBeNull()
})

test('An inactive, hidden or unknown event is null', async () => {
  for (const alias of ['cancelled', 'party', 'nothing'])
    expect((await api.call(endpoints.getEvent, { alias })).body).toEqual({ event: null })
})

test('A member’s progress counts this year’s tickets, programmes and points, against the levels of the gauges', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const [first, second] = [await issueTickets(api.db, { count: 2 }), await issueTickets(api.db)]
  for (const { code } of [...first, ...second]) await scanAndConfirm(api, token, code)
  const levels = (await api.call(endpoints.gaugeLevels, {}, { token })).body
  const { body } = await api.call(endpoints.me, {}, { token })
  expect(v.parse(endpoints.me.answer, body).user.member_profile.upgrade_progress).toMatchObject({
    annualTicket: 3,
    nextUpgradeTicketsPurchased: levels['fullTicketPurchased'],
    annualNumberOfProgramSynonyms: 2,
    nextUpgradeProgramSynonyms: levels['fullSynonyms'],
    totalAnnualEarnedPoint: [...first, ...second].reduce((sum, { amount }) => sum + amount, 0),
    nextUpgradeTicketSpend: levels['fullEarnedPoint'],
  })
})

test('Two performances of one programme count as one programme, and a pending ticket does not count yet', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const [[first], [second], [pending]] = [
    await issueTickets(api.db),
    await issueTickets(api.db),
    await issueTickets(api.db, { outlook: 'pending' }),
  ]
  const name = JSON.stringify({ en: `Messiah ${randomUUID()}`, tc: '', sc: '' })
  for (const ticket of [first, second, pending]) {
    await api.db
      .updateTable('performances')
      .set({ name })
      .where('id', '=', ticket?.performanceId ?? '')
      .execute()
    await scanAndConfirm(api, token, ticket?.code ?? '')
  }
  const { body } = await api.call(endpoints.me, {}, { token })
  expect(v.parse(endpoints.me.answer, body).user.member_profile.upgrade_progress).toMatchObject({
    annualTicket: 2,
    annualNumberOfProgramSynonyms: 1,
  })
})

test('The levels of the gauges come from the contents, for each tier', async () => {
  const levels = { fullTicketPurchased: 7, fullSynonyms: 5, fullEarnedPoint: 9000 }
  await importFiles(api.db, { 'gauge_levels/entries.json': JSON.stringify([{ key: 'Red', ...levels }]) })
  expect((await api.call(endpoints.gaugeLevels, {}, { token: await tokenOf('Black') })).body).toEqual(levels)
  const gold = { fullTicketPurchased: 20, fullSynonyms: 10, fullEarnedPoint: 300_000 }
  expect((await api.call(endpoints.gaugeLevels, {}, { token: await tokenOf('Red') })).body).toEqual(gold)
})
