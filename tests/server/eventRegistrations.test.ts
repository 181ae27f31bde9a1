import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventMessages } from '#contract/eventRegistration.ts'
import { endpoints } from '#contract/index.ts'
import { audit } from '#server/services/audit.ts'
import { promoteWaiting } from '#server/services/eventRegistrations.ts'
import { releaseRegistrations } from '#server/store/eventRegistrations.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

const hour = 3_600_000
const now = new Date('2026-10-17T12:00:00+08:00')
const at = (hours: number) => new Date(now.getTime() + hours * hour).toISOString()

const event = (key: string, own: Record<string, unknown> = {}) => ({
  key,
  status: 'active',
  public_registration_start_date: at(-1),
  ya_individual_quota: 4,
  normal_individual_quota: 2,
  event_quota: 3,
  waiting_list: true,
  ...own,
})

const events = [
  event('rehearsal'),
  event('one-by-one', { event_quota: 2 }),
  event('no-list', { waiting_list: false, event_quota: 1 }),
  event('open-air', { event_quota: null, normal_individual_quota: 50 }),
  event('priority', { priority_registration_start_date: at(-1), public_registration_start_date: at(1) }),
  event('to-come', { priority_registration_start_date: at(1), public_registration_start_date: at(2) }),
  event('ended', { event_expiry_date: at(0) }),
  event('hidden', { status: 'inactive' }),
  event('young'),
  event('growing', { event_quota: 1 }),
  event('rush', { event_quota: 5, waiting_list: false }),
  event('queue', { event_quota: 1 }),
  event('small', { event_quota: 1 }),
  event('left', { event_quota: 1 }),
  event('both', { event_quota: 1 }),
  event('tonight', { event_quota: 1, starts_at: at(3) }),
  event('waited-for', { event_quota: 1 }),
  event('withdrawn', { event_quota: 1 }),
  event('clocks', { event_quota: 1 }),
  event('stuck', { event_quota: 1 }),
]

const eventFiles = (list: typeof events) => ({
  'events/entries.json': JSON.stringify(list),
  'events/en.md': rewardTexts(...list.map(({ key }) => key)),
})

let api: TestApi
let idOf: (alias: string) => string
beforeAll(async () => {
  api = await testApi()
  await importFiles(api.db, { ...validFiles(), ...eventFiles(events) })
  const rows = await api.db.selectFrom('contents').select(['id', 'key']).where('group_name', '=', 'events').execute()
  idOf = (alias) => String(rows.find(({ key }) => key === alias)?.id)
  api.setTime(now)
})
afterAll(() => api.close())

async function newGuest(own: Record<string, unknown> = {}) {
  const member = await newMember(api.db)
  await api.db
    .updateTable('members')
    .set({ ...own, id: member.id })
    .where('id', '=', member.id)
    .execute()
  return { ...member, token: await api.signIn(member.id) }
}
type Guest = Awaited<ReturnType<typeof newGuest>>

let asked = 0
/** Each asks a millisecond after the one before: who waits longest is a matter of time, not of ids. */
const register = ({ token }: Guest, alias: string, quantity: unknown = 1, key: string = randomUUID()) => {
  asked += 1
  api.setTime(new Date(now.getTime() + asked))
  return api.call(endpoints.registerEvent, { event_id: idOf(alias), quantity }, { token, key })
}

const messageOf = async (guest: Guest, alias: string, quantity = 1) =>
  (await register(guest, alias, quantity)).body['message']

async function listOf({ token }: Guest) {
  const { body } = await api.call(endpoints.eventRegistrations, {}, { token })
  return v.parse(endpoints.eventRegistrations.answer, body).registrations
}

const cancel = ({ token }: Guest, ref_no: string | undefined) =>
  api.call(endpoints.cancelRegistration, { ref_no: ref_no ?? '' }, { token })

const subjectsTo = async ({ email }: Guest) => {
  const mails = await api.db
    .selectFrom('mailbox')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute()
  return mails.map(({ subject }) => subject)
}

const takenOf = async (alias: string) => {
  const row = await api.db.selectFrom('event_places').select('taken').where('alias', '=', alias).executeTakeFirst()
  return row?.taken
}

test('A member gets places, sees them in the list, and is told by mail', async () => {
  const guest = await newGuest()
  const { body } = await register(guest, 'rehearsal', 2)
  expect(body).toMatchObject({
    message: 'registered',
    registration: { alias: 'rehearsal', quantity: 2, state: 'registered' },
  })
  expect(await listOf(guest)).toMatchObject([{ alias: 'rehearsal', event: { alias: 'rehearsal' } }])
  expect(await subjectsTo(guest)).toEqual(['You’re registered for The rehearsal'])
})

test('The window, the tiers’ priority, the quotas and the waiting list decide, in the specification’s words', async () => {
  const [basic, red] = [
    await newGuest(),
    await newGuest({ membership_tier: 'Red', tier_expiry_date: new Date('2027-08-31') }),
  ]
  expect(await messageOf(basic, 'to-come')).toBe(eventMessages.comingSoon)
  expect(await messageOf(red, 'to-come')).toBe(eventMessages.comingSoon)
  expect(await messageOf(basic, 'priority')).toBe(eventMessages.comingSoon)
  expect(await messageOf(red, 'priority')).toBe(eventMessages.registered)
  expect(await messageOf(basic, 'ended')).toBe(eventMessages.closed)
  expect(await messageOf(basic, 'hidden')).toBe(eventMessages.notFound)
  expect(await messageOf(basic, 'unknown')).toBe(eventMessages.notFound)
  expect(await messageOf(basic, 'open-air', 50)).toBe(eventMessages.registered)
  expect(await messageOf(basic, 'open-air', 1)).toBe(eventMessages.userFull)
  expect(await messageOf(basic, 'no-list')).toBe(eventMessages.registered)
  expect(await messageOf(red, 'no-list')).toBe(eventMessages.eventFull)
})

test('An approved young member has a quota of their own', async () => {
  const own = { ya_status: 'Approved', ya_expires_at: new Date('2027-08-31') }
  expect(await messageOf(await newGuest(own), 'young', 3)).toBe(eventMessages.registered)
  expect(await messageOf(await newGuest({ ya_status: 'Pending Approval' }), 'young', 3)).toBe(eventMessages.userFull)
})

test('Places that are given back go to who waits longest, who is told; nobody passes those who wait', async () => {
  const [first, second, third, fourth] = [await newGuest(), await newGuest(), await newGuest(), await newGuest()]
  const { body } = await register(first, 'one-by-one', 2)
  expect(await messageOf(second, 'one-by-one', 2)).toBe(eventMessages.waiting)
  expect(await messageOf(third, 'one-by-one', 1)).toBe(eventMessages.waiting)
  const { registration } = v.parse(endpoints.registerEvent.answer, body)
  expect((await cancel(second, registration?.ref_no)).status).toBe(404)
  expect((await cancel(first, registration?.ref_no)).body).toEqual({ success: true })
  expect((await cancel(first, registration?.ref_no)).body).toEqual({ success: true })
  expect((await listOf(second))[0]?.state).toBe('registered')
  expect((await listOf(third))[0]?.state).toBe('waiting')
  expect(await takenOf('one-by-one')).toBe(2)
  expect(await subjectsTo(second)).toEqual([
    'You’re on the waiting list for The one-by-one',
    'Your places for The one-by-one are confirmed',
  ])
  expect(await messageOf(fourth, 'one-by-one', 1)).toBe(eventMessages.waiting)
  await cancel(third, (await listOf(third))[0]?.ref_no)
  await cancel(second, (await listOf(second))[0]?.ref_no)
  expect((await listOf(fourth))[0]?.state).toBe('registered')
  expect(await takenOf('one-by-one')).toBe(1)
})

test('Who asks a server whose clock is behind waits behind who asked before', async () => {
  const [first, second, third] = [await newGuest(), await newGuest(), await newGuest()]
  await register(first, 'clocks')
  await register(second, 'clocks')
  asked -= 5000
  await register(third, 'clocks')
  asked += 5000
  await cancel(first, (await listOf(first))[0]?.ref_no)
  expect((await listOf(second))[0]?.state).toBe('registered')
  expect((await listOf(third))[0]?.state).toBe('waiting')
})

test('Nobody is both registered and waiting: who has places, or waits, does not wait for more', async () => {
  const [first, second] = [await newGuest(), await newGuest()]
  expect(await messageOf(first, 'both')).toBe(eventMessages.registered)
  expect(await messageOf(first, 'both')).toBe(eventMessages.eventFull)
  expect(await messageOf(second, 'both')).toBe(eventMessages.waiting)
  expect(await messageOf(second, 'both')).toBe(eventMessages.eventFull)
  expect((await listOf(second)).map(({ state }) => state)).toEqual(['waiting'])
})

test('Once an event has begun, nothing is given back, and nobody is promoted', async () => {
  const [first, second] = [await newGuest(), await newGuest()]
  await register(first, 'tonight')
  await register(second, 'tonight')
  const [held, waited] = [(await listOf(first))[0]?.ref_no, (await listOf(second))[0]?.ref_no]
  api.setTime(new Date(at(3)))
  try {
    for (const [guest, refNo] of [
      [first, held],
      [second, waited],
    ] as const)
      expect((await cancel(guest, refNo)).status).toBe(422)
    await api.db.updateTable('event_places').set({ places: 2 }).where('alias', '=', 'tonight').execute()
    await promoteWaiting(api.serverDb, { now: new Date(at(3)), notify: api.dependencies.notify })
    expect((await listOf(second))[0]?.state).toBe('waiting')
  } finally {
    api.setTime(now)
  }
  expect((await cancel(first, held)).body).toEqual({ success: true })
  expect((await listOf(second))[0]?.state).toBe('registered')
})

test('An import never removes an event that somebody waits for', async () => {
  const [first, second] = [await newGuest(), await newGuest()]
  await register(first, 'waited-for')
  await register(second, 'waited-for')
  await api.db.updateTable('event_places').set({ places: 0, taken: 0 }).where('alias', '=', 'waited-for').execute()
  await api.db
    .updateTable('event_registrations')
    .set({ state: 'cancelled' })
    .where('member_id', '=', first.id)
    .execute()
  const removal = () => importFiles(api.db, eventFiles(events.filter(({ key }) => key !== 'waited-for')))
  await expect(removal()).rejects.toThrow('waited-for has registrations: make it inactive')
  await cancel(second, (await listOf(second))[0]?.ref_no)
  await removal()
})

test('The same request again registers once', async () => {
  const guest = await newGuest()
  const key = randomUUID()
  await Promise.all([1, 2, 3].map(() => register(guest, 'open-air', 1, key)))
  expect(await listOf(guest)).toHaveLength(1)
})

test('Of a few places that many want at once exactly those are given', async () => {
  const guests = await Promise.all(Array.from({ length: 9 }, () => newGuest()))
  const messages = await Promise.all(guests.map((guest) => messageOf(guest, 'rush')))
  expect(messages.filter((message) => message === eventMessages.registered)).toHaveLength(5)
  expect(messages.filter((message) => message === eventMessages.eventFull)).toHaveLength(4)
})

test('Members who give back and wait at the same time lose no place, and none is given twice', async () => {
  const guests = await Promise.all(Array.from({ length: 6 }, () => newGuest()))
  for (const guest of guests) await register(guest, 'queue')
  const references = await Promise.all(guests.map(async (guest) => (await listOf(guest))[0]?.ref_no))
  await Promise.all(guests.slice(0, 5).map((guest, index) => cancel(guest, references[index])))
  expect(await takenOf('queue')).toBe(1)
  expect((await listOf(guests[5] ?? (await newGuest())))[0]?.state).toBe('registered')
})

test('Nobody waits for more places than there are in all, and holds up the others', async () => {
  expect(await messageOf(await newGuest(), 'small', 2)).toBe(eventMessages.eventFull)
  expect(await messageOf(await newGuest(), 'small', 1)).toBe(eventMessages.registered)
})

test('A deleted account gives its places back, and whoever closed theirs is passed over', async () => {
  const [first, second, third] = [await newGuest(), await newGuest(), await newGuest()]
  for (const guest of [first, second, third]) await register(guest, 'left')
  await api.db.updateTable('members').set({ active: false }).where('id', '=', second.id).execute()
  await inTransaction(api.serverDb, (db) => releaseRegistrations(db, first.id, now))
  expect(await takenOf('left')).toBe(0)
  await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })
  expect((await listOf(third))[0]?.state).toBe('registered')
  expect(await takenOf('left')).toBe(1)
})

test('While an event is withdrawn nobody is promoted, and who waits keeps the place in the queue and is shown why', async () => {
  const [first, second] = [await newGuest(), await newGuest()]
  await register(first, 'withdrawn')
  await register(second, 'withdrawn')
  const withStatus = (status: string) =>
    importFiles(api.db, eventFiles(events.map((one) => (one.key === 'withdrawn' ? { ...one, status } : one))))
  await withStatus('inactive')
  expect(await listOf(first)).toMatchObject([{ state: 'registered', is_withdrawn: true }])
  await cancel(first, (await listOf(first))[0]?.ref_no)
  expect((await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })).promoted).toBe(0)
  expect(await listOf(second)).toMatchObject([{ state: 'waiting', is_withdrawn: true, event: { alias: 'withdrawn' } }])
  await withStatus('active')
  expect((await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })).promoted).toBe(1)
  expect(await listOf(second)).toMatchObject([{ state: 'registered', is_withdrawn: false }])
})

test('An import gives more places to who waits, and never takes away what is taken', async () => {
  const [first, second] = [await newGuest(), await newGuest()]
  await register(first, 'growing')
  expect(await messageOf(second, 'growing')).toBe(eventMessages.waiting)
  const withPlaces = (places: number) =>
    eventFiles(events.map((one) => (one.key === 'growing' ? { ...one, event_quota: places } : one)))
  await importFiles(api.db, withPlaces(2))
  expect(await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })).toMatchObject({ promoted: 1 })
  expect((await listOf(second))[0]?.state).toBe('registered')
  await expect(importFiles(api.db, withPlaces(1))).rejects.toThrow('growing has 1 places, and 2 are taken')
  const removal = importFiles(api.db, eventFiles(events.filter(({ key }) => key !== 'growing')))
  await expect(removal).rejects.toThrow('growing has registrations: make it inactive')
})

test('An event whose waiting list cannot be promoted holds up no other', async () => {
  const [first, second, third] = [await newGuest(), await newGuest(), await newGuest()]
  for (const alias of ['queue', 'stuck']) await register(first, alias)
  await register(second, 'stuck')
  await register(third, 'queue')
  await api.db.updateTable('event_places').set({ places: 9 }).where('alias', 'in', ['queue', 'stuck']).execute()
  await sql`create function stick() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`.execute(api.db)
  await sql`create trigger stuck before update on event_places for each row
    when (old.alias = 'stuck') execute function stick()`.execute(api.db)
  const { failures } = await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })
  await sql`drop function stick cascade`.execute(api.db)
  expect(failures).toMatchObject([{ id: 'stuck', error: { message: 'the disk is full' } }])
  expect((await listOf(third))[0]?.state).toBe('registered')
  expect((await listOf(second))[0]?.state).toBe('waiting')
})

test('A request that is no request is refused, and so is a member who is not verified, and nobody', async () => {
  const guest = await newGuest()
  for (const quantity of [0, -1, 1.5, 101, '1', null])
    expect((await register(guest, 'open-air', quantity)).status).toBe(422)
  await api.db.updateTable('members').set({ email_verified: false }).where('id', '=', guest.id).execute()
  expect((await register(guest, 'open-air')).status).toBe(403)
  expect((await api.call(endpoints.registerEvent, { event_id: idOf('open-air'), quantity: 1 })).status).toBe(401)
})

test('After all this the audit finds no difference; and one that is made, it finds', async () => {
  expect((await audit(api.serverDb)).differences).toEqual([])
  await api.db.updateTable('event_places').set({ taken: 0 }).where('alias', '=', 'rush').execute()
  expect((await audit(api.serverDb)).differences).toEqual(['event rush: its places say 0, its registrations make 5'])
})
