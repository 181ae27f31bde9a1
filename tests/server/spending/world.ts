import type { Endpoint } from '#contract/endpoint.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { releaseRegistrations } from '#server/store/spending/eventRegistrations.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { newMember } from '#tests/support/members.ts'
import { approveYouth } from '#tests/support/staff.ts'
import type { IssuedTicket } from '#tests/support/tickets.ts'
import type { TestApi } from '../testApi.ts'
import {
  type Event,
  fewestForMiles,
  type Member,
  type Model,
  type Registration,
  type Reward,
  type Told,
} from './model.ts'

const dayMs = 86_400_000
/** When every history begins. */
const beginning = Date.parse('2026-01-20T10:00:00+08:00')

/** A call with a key, and what the model makes of it. */
export interface Call {
  endpoint: Endpoint
  request: Record<string, unknown>
  inModel: (member: Member) => Told
  member: number
  key: string
  body: Record<string, unknown>
}

/** The model and the real club beside each other. */
export interface World {
  api: TestApi
  model: Model
  /** The real members, in the order of the model's. */
  members: readonly { id: string; token: string }[]
  /** How many of each reward were redeemed in earlier histories. */
  redeemedBefore: ReadonlyMap<string, number>
  idOf: (alias: string) => string
  tickets: IssuedTicket[]
  calls: Call[]
  registrations: { event: Event; registration: Registration; member: number; refNo: string }[]
}

const member = (own: Partial<Member>): Member => ({
  tier: 'Black',
  isYoung: false,
  hasAddress: false,
  buckets: [],
  pieces: new Map(),
  vouchers: 0,
  miles: 0,
  ...own,
})

const reward = (own: Pick<Reward, 'alias' | 'points' | 'left'> & Partial<Reward>): Reward => ({
  memberMax: null,
  deliveries: ['Email'],
  isForGold: false,
  isActive: true,
  ...own,
})

const event = (own: Pick<Event, 'alias' | 'places'> & Partial<Event>): Event => ({
  normalQuota: 2,
  youthQuota: 3,
  hasWaitingList: true,
  closesAt: beginning + 20 * dayMs,
  beginsAt: beginning + 30 * dayMs,
  registrations: [],
  ...own,
})

function newModel(): Model {
  return {
    now: beginning,
    members: [member({}), member({ tier: 'Gold', hasAddress: true }), member({ isYoung: true, hasAddress: true })],
    rewards: [
      reward({ alias: 'bag', points: 30, left: 5, deliveries: ['Mail', 'On-site pick-up'] }),
      reward({ alias: 'drink', points: 60, left: 6, memberMax: 3 }),
      reward({ alias: 'poster', points: 10, left: 2, deliveries: [], isForGold: true }),
    ],
    events: [
      event({ alias: 'talk', places: 3 }),
      event({ alias: 'class', places: 2, hasWaitingList: false, closesAt: beginning + 45 * dayMs }),
    ],
  }
}

const isoTime = (moment: number) => new Date(moment).toISOString()

function rewardOf({ alias, points, memberMax, deliveries, isForGold, isActive }: Reward, stock: number) {
  return rewardEntry({
    key: alias,
    points,
    stock,
    delivery_methods: deliveries,
    status: isActive ? 'active' : 'inactive',
    ...(memberMax !== null && { each_member_max: memberMax }),
    ...(isForGold && { reward_visibility_tiers: ['Gold'] }),
  })
}

function eventOf({ alias, places, normalQuota, youthQuota, hasWaitingList, closesAt, beginsAt }: Event) {
  return {
    key: alias,
    status: 'active',
    public_registration_start_date: isoTime(beginning - dayMs),
    event_expiry_date: isoTime(closesAt),
    starts_at: isoTime(beginsAt),
    normal_individual_quota: normalQuota,
    ya_individual_quota: youthQuota,
    event_quota: places,
    waiting_list: hasWaitingList,
  }
}

export const soldOf = ({ members }: Model, alias: string) =>
  members.reduce((sum, { pieces }) => sum + (pieces.get(alias) ?? 0), 0)

const textsOf = (entries: readonly { alias: string }[]) => rewardTexts(...entries.map(({ alias }) => alias))

/**
 * Imports what a model's club offers, as an operator does. Rejects when something would be taken away that members
 * have.
 */
export async function publish({ api, redeemedBefore }: Pick<World, 'api' | 'redeemedBefore'>, model: Model) {
  const stockOf = ({ alias, left }: Reward) => (redeemedBefore.get(alias) ?? 0) + soldOf(model, alias) + left
  await importFiles(api.db, {
    'rewards/entries.json': JSON.stringify(model.rewards.map((one) => rewardOf(one, stockOf(one)))),
    'rewards/en.md': textsOf(model.rewards),
    'events/entries.json': JSON.stringify(model.events.map(eventOf)),
    'events/en.md': textsOf(model.events),
  })
}

/** The contents that no history changes. */
export async function prepare(api: TestApi): Promise<void> {
  await importFiles(api.db, {
    ...validFiles(),
    'miles_config/entries.json': JSON.stringify([{ key: 'miles', rate: 4, options: [fewestForMiles, 120, 200] }]),
  })
}

async function addMember(api: TestApi, { tier, isYoung, hasAddress }: Member) {
  const { id } = await newMember(api.db)
  const facts = {
    id,
    ...(tier === 'Gold' && { membership_tier: tier, tier_expiry_date: new Date('2027-08-31') }),
    ...(hasAddress && { house_or_building_estate: 'A', road_or_street: 'B', district: 'C', country: 'hk' }),
  }
  await api.db.updateTable('members').set(facts).where('id', '=', id).execute()
  if (isYoung) await approveYouth(api.db, id, new Date('2027-08-31'))
  return { id, token: await api.signIn(id) }
}

/** A new history: new members, and the stock and the places of the beginning. */
export async function openWorld(api: TestApi): Promise<World> {
  const model = newModel()
  api.setTime(new Date(model.now))
  const stock = await api.db.selectFrom('reward_stock').select(['alias', 'redeemed']).execute()
  const redeemedBefore = new Map(stock.map(({ alias, redeemed }) => [alias, redeemed]))
  const members = []
  for (const one of model.members) members.push(await addMember(api, one))
  await publish({ api, redeemedBefore }, model)
  const rows = await api.db.selectFrom('contents').select(['id', 'group_name', 'key']).execute()
  const idOf = (alias: string) =>
    String(rows.find(({ group_name: group, key }) => key === alias && ['rewards', 'events'].includes(group))?.id)
  return { api, model, members, redeemedBefore, idOf, tickets: [], calls: [], registrations: [] }
}

/** Frees the places for the next history. */
export async function closeWorld({ api, members, model }: World): Promise<void> {
  for (const { id } of members) await inTransaction(api.db, (db) => releaseRegistrations(db, id, new Date(model.now)))
}
