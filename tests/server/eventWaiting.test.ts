import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventMessages } from '#contract/spending/eventRegistration.ts'
import { endpoints } from '#contract/index.ts'
import { undoClosureOf } from '#server/account/accountClosures.ts'
import { audit } from '#server/services/audit.ts'
import { promoteWaiting } from '#server/services/events/eventRegistrations.ts'
import { releaseRegistrations } from '#server/store/spending/eventRegistrations.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles } from '#tests/support/contents.ts'
import { asStaff } from '#tests/support/staff.ts'
import { event, eventFiles, now, openEvents } from './eventGuests.ts'
import { type TestApi, testApi } from './testApi.ts'

const events = [
  event('growing', { event_quota: 1 }),
  event('queue', { event_quota: 1 }),
  event('left', { event_quota: 1 }),
  event('withdrawn', { event_quota: 1 }),
  event('clocks', { event_quota: 1 }),
  event('stuck', { event_quota: 1 }),
  event('closing', { event_quota: 1 }),
]

let api: TestApi
let club: Awaited<ReturnType<typeof openEvents>>
beforeAll(async () => {
  api = await testApi()
  club = await openEvents(api, events)
})
afterAll(() => api.close())

test('Who asks a server whose clock is behind waits behind who asked before', async () => {
  const [first, second, third] = [await club.newGuest(), await club.newGuest(), await club.newGuest()]
  await club.register(first, 'clocks')
  await club.register(second, 'clocks')
  club.clock.ms -= 5000
  await club.register(third, 'clocks')
  club.clock.ms += 5000
  await club.cancel(first, (await club.listOf(first))[0]?.ref_no)
  expect((await club.listOf(second))[0]?.state).toBe('registered')
  expect((await club.listOf(third))[0]?.state).toBe('waiting')
})

test('Members who give back and wait at the same time lose no place, and none is given twice', async () => {
  const guests = await Promise.all(Array.from({ length: 6 }, () => club.newGuest()))
  for (const guest of guests) await club.register(guest, 'queue')
  const references = await Promise.all(guests.map(async (guest) => (await club.listOf(guest))[0]?.ref_no))
  await Promise.all(guests.slice(0, 5).map((guest, index) => club.cancel(guest, references[index])))
  expect(await club.takenOf('queue')).toBe(1)
  expect((await club.listOf(guests[5] ?? (await club.newGuest())))[0]?.state).toBe('registered')
})

test('A deleted account gives its places back, and whoever closed theirs is passed over', async () => {
  const [first, second, third] = [await club.newGuest(), await club.newGuest(), await club.newGuest()]
  for (const guest of [first, second, third]) await club.register(guest, 'left')
  await api.db.updateTable('members').set({ active: false }).where('id', '=', second.id).execute()
  await inTransaction(api.serverDb, (db) => releaseRegistrations(db, first.id, now))
  expect(await club.takenOf('left')).toBe(0)
  await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })
  expect((await club.listOf(third))[0]?.state).toBe('registered')
  expect(await club.takenOf('left')).toBe(1)
})

test('An account gives its places back as soon as it is closed, and opened again has none', async () => {
  const [first, second] = [await club.newGuest(), await club.newGuest()]
  for (const guest of [first, second]) await club.register(guest, 'closing')
  const closed = await api.call(endpoints.closeAccount, { current_password: first.password }, { token: first.token })
  expect(closed.status).toBe(200)
  expect(await club.takenOf('closing')).toBe(0)
  await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })
  expect((await club.listOf(second))[0]?.state).toBe('registered')
  expect(await undoClosureOf(asStaff(api.serverDb), { memberId: first.id, reason: 'Asked for it', now })).toBe(true)
  expect(await club.listOf({ ...first, token: await api.signIn(first.id) })).toMatchObject([{ state: 'cancelled' }])
})

test('While an event is withdrawn nobody is promoted, and who waits keeps the place in the queue and is shown why', async () => {
  const [first, second] = [await club.newGuest(), await club.newGuest()]
  await club.register(first, 'withdrawn')
  await club.register(second, 'withdrawn')
  const withStatus = (status: string) =>
    importFiles(api.db, eventFiles(events.map((one) => (one.key === 'withdrawn' ? { ...one, status } : one))))
  await withStatus('inactive')
  expect(await club.listOf(first)).toMatchObject([{ state: 'registered', is_withdrawn: true }])
  await club.cancel(first, (await club.listOf(first))[0]?.ref_no)
  expect((await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })).promoted).toBe(0)
  expect(await club.listOf(second)).toMatchObject([
    { state: 'waiting', is_withdrawn: true, event: { alias: 'withdrawn' } },
  ])
  await withStatus('active')
  expect((await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })).promoted).toBe(1)
  expect(await club.listOf(second)).toMatchObject([{ state: 'registered', is_withdrawn: false }])
})

test('An import gives more places to who waits, and never takes away what is taken', async () => {
  const [first, second] = [await club.newGuest(), await club.newGuest()]
  await club.register(first, 'growing')
  expect(await club.messageOf(second, 'growing')).toBe(eventMessages.waiting)
  const withPlaces = (places: number) =>
    eventFiles(events.map((one) => (one.key === 'growing' ? { ...one, event_quota: places } : one)))
  await importFiles(api.db, withPlaces(2))
  expect(await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })).toMatchObject({ promoted: 1 })
  expect((await club.listOf(second))[0]?.state).toBe('registered')
  await expect(importFiles(api.db, withPlaces(1))).rejects.toThrow('growing has 1 places, and 2 are taken')
  const removal = importFiles(api.db, eventFiles(events.filter(({ key }) => key !== 'growing')))
  await expect(removal).rejects.toThrow('growing has registrations: make it inactive')
})

test('An event whose waiting list cannot be promoted holds up no other', async () => {
  const [first, second, third] = [await club.newGuest(), await club.newGuest(), await club.newGuest()]
  for (const alias of ['queue', 'stuck']) await club.register(first, alias)
  await club.register(second, 'stuck')
  await club.register(third, 'queue')
  await api.db.updateTable('event_places').set({ places: 9 }).where('alias', 'in', ['queue', 'stuck']).execute()
  await sql`create function stick() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`.execute(api.db)
  await sql`create trigger stuck before update on event_places for each row
    when (old.alias = 'stuck') execute function stick()`.execute(api.db)
  const { failures } = await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })
  await sql`drop function stick cascade`.execute(api.db)
  expect(failures).toMatchObject([{ id: 'stuck', error: { message: 'the disk is full' } }])
  expect((await club.listOf(third))[0]?.state).toBe('registered')
  expect((await club.listOf(second))[0]?.state).toBe('waiting')
})

test('After all this the audit finds no difference', async () => {
  expect((await audit(api.serverDb)).differences).toEqual([])
})
