import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventMessages } from '#contract/spending/eventRegistration.ts'
import { endpoints } from '#contract/index.ts'
import { audit } from '#server/services/audit.ts'
import { promoteWaiting } from '#server/services/events/eventRegistrations.ts'
import { importFiles } from '#tests/support/contents.ts'
import { at, event, eventFiles, now, openEvents } from './eventGuests.ts'
import { approveYouth } from '#tests/support/staff.ts'
import { type TestApi, testApi } from './testApi.ts'

const events = [
  event('rehearsal'),
  event('one-by-one', { event_quota: 2 }),
  event('no-list', { waiting_list: false, event_quota: 1 }),
  event('open-air', { event_quota: null, normal_individual_quota: 50 }),
  event('priority', { priority_registration_start_date: at(-1), public_registration_start_date: at(1) }),
  event('to-come', { priority_registration_start_date: at(1), public_registration_start_date: at(2) }),
  event('ended', { event_expiry_date: at(0) }),
  event('withdrawn', { status: 'inactive' }),
  event('hidden', { status: 'hidden' }),
  event('young'),
  event('rush', { event_quota: 5, waiting_list: false }),
  event('small', { event_quota: 1 }),
  event('both', { event_quota: 1 }),
  event('tonight', { event_quota: 1, starts_at: at(3) }),
  event('waited-for', { event_quota: 1 }),
  event('often'),
  event('told', { event_quota: 6, normal_individual_quota: 4 }),
]

let api: TestApi
let club: Awaited<ReturnType<typeof openEvents>>
beforeAll(async () => {
  api = await testApi()
  club = await openEvents(api, events)
})
afterAll(() => api.close())

test('A member gets places, sees them in the list, and is told by mail', async () => {
  const guest = await club.newGuest()
  const { body } = await club.register(guest, 'rehearsal', 2)
  expect(body).toMatchObject({
    message: 'registered',
    registration: { alias: 'rehearsal', quantity: 2, state: 'registered' },
  })
  expect(await club.listOf(guest)).toMatchObject([{ alias: 'rehearsal', event: { alias: 'rehearsal' } }])
  expect(await club.subjectsTo(guest)).toEqual(['You’re registered for The rehearsal'])
})

/** How many places an event is said to have left, on its page as in the list. */
const told = async (alias: string) => {
  const detail = v.parse(endpoints.getEvent.answer, (await api.call(endpoints.getEvent, { alias })).body).event
  const list = v.parse(endpoints.listRedeemItems.answer, (await api.call(endpoints.listRedeemItems, {})).body)
  expect(list.events.find((one) => one.alias === alias)?.places_left).toBe(detail?.places_left)
  return detail?.places_left
}

test('Few places are told as they are, none while others wait, and many not at all', async () => {
  expect([await told('told'), await told('open-air')]).toEqual([null, null])
  const [first, second, third] = [await club.newGuest(), await club.newGuest(), await club.newGuest()]
  await club.register(first, 'told', 2)
  expect(await told('told')).toBe(4)
  await club.register(second, 'told', 3)
  expect(await told('told')).toBe(1)
  await club.register(third, 'told', 2)
  expect(await told('told')).toBe(0)
  await club.cancel(third, (await club.listOf(third))[0]?.ref_no)
  expect(await told('told')).toBe(1)
})

test('Places that a member has stay in the list, however many newer ones were given back', async () => {
  const guest = await club.newGuest()
  await club.register(guest, 'often')
  const newer = Array.from({ length: 205 }, (_, index) => ({
    alias: 'often',
    member_id: guest.id,
    quantity: 1,
    state: 'cancelled' as const,
    ref_no: randomUUID(),
    created_at: new Date(now.getTime() + index * 1000),
    changed_at: now,
  }))
  await api.db.insertInto('event_registrations').values(newer).execute()
  const listed = await club.listOf(guest)
  expect(listed.map(({ state }) => state)).toEqual([...Array<string>(200).fill('cancelled'), 'registered'])
  expect((await club.cancel(guest, listed.at(-1)?.ref_no)).body).toEqual({ success: true })
})

test('The window, the tiers’ priority, the quotas and the waiting list decide, in the specification’s words', async () => {
  const [basic, red] = [
    await club.newGuest(),
    await club.newGuest({ membership_tier: 'Red', tier_expiry_date: new Date('2027-08-31') }),
  ]
  expect(await club.messageOf(basic, 'to-come')).toBe(eventMessages.comingSoon)
  expect(await club.messageOf(red, 'to-come')).toBe(eventMessages.comingSoon)
  expect(await club.messageOf(basic, 'priority')).toBe(eventMessages.comingSoon)
  expect(await club.messageOf(red, 'priority')).toBe(eventMessages.registered)
  expect(await club.messageOf(basic, 'ended')).toBe(eventMessages.closed)
  for (const alias of ['withdrawn', 'hidden']) expect(await club.messageOf(basic, alias)).toBe(eventMessages.notFound)
  expect(await club.messageOf(basic, 'unknown')).toBe(eventMessages.notFound)
  expect(await club.messageOf(basic, 'open-air', 50)).toBe(eventMessages.registered)
  expect(await club.messageOf(basic, 'open-air', 1)).toBe(eventMessages.userFull)
  expect(await club.messageOf(basic, 'no-list')).toBe(eventMessages.registered)
  expect(await club.messageOf(red, 'no-list')).toBe(eventMessages.eventFull)
})

test('An approved young member has a quota of their own', async () => {
  const young = await club.newGuest()
  await approveYouth(api.db, young.id, new Date('2027-08-31'))
  expect(await club.messageOf(young, 'young', 3)).toBe(eventMessages.registered)
  expect(await club.messageOf(await club.newGuest({ ya_status: 'Pending Approval' }), 'young', 3)).toBe(
    eventMessages.userFull,
  )
})

test('Places that are given back go to who waits longest, who is told; nobody passes those who wait', async () => {
  const [first, second, third, fourth] = [
    await club.newGuest(),
    await club.newGuest(),
    await club.newGuest(),
    await club.newGuest(),
  ]
  const { body } = await club.register(first, 'one-by-one', 2)
  expect(await club.messageOf(second, 'one-by-one', 2)).toBe(eventMessages.waiting)
  expect(await club.messageOf(third, 'one-by-one', 1)).toBe(eventMessages.waiting)
  const { registration } = v.parse(endpoints.registerEvent.answer, body)
  expect((await club.cancel(second, registration?.ref_no)).status).toBe(404)
  expect((await club.cancel(first, registration?.ref_no)).body).toEqual({ success: true })
  expect((await club.cancel(first, registration?.ref_no)).body).toEqual({ success: true })
  expect((await club.listOf(second))[0]?.state).toBe('registered')
  expect((await club.listOf(third))[0]?.state).toBe('waiting')
  expect(await club.takenOf('one-by-one')).toBe(2)
  expect(await club.subjectsTo(second)).toEqual([
    'You’re on the waiting list for The one-by-one',
    'Your registration for The one-by-one is confirmed',
  ])
  expect(await club.messageOf(fourth, 'one-by-one', 1)).toBe(eventMessages.waiting)
  await club.cancel(third, (await club.listOf(third))[0]?.ref_no)
  await club.cancel(second, (await club.listOf(second))[0]?.ref_no)
  expect((await club.listOf(fourth))[0]?.state).toBe('registered')
  expect(await club.takenOf('one-by-one')).toBe(1)
})

test('Nobody is both registered and waiting: who has places, or waits, does not wait for more', async () => {
  const [first, second] = [await club.newGuest(), await club.newGuest()]
  expect(await club.messageOf(first, 'both')).toBe(eventMessages.registered)
  expect(await club.messageOf(first, 'both')).toBe(eventMessages.eventFull)
  expect(await club.messageOf(second, 'both')).toBe(eventMessages.waiting)
  expect(await club.messageOf(second, 'both')).toBe(eventMessages.eventFull)
  expect((await club.listOf(second)).map(({ state }) => state)).toEqual(['waiting'])
})

test('Once an event has begun, nobody registers, nothing is given back, and nobody is promoted', async () => {
  const [first, second] = [await club.newGuest(), await club.newGuest()]
  await club.register(first, 'tonight')
  await club.register(second, 'tonight')
  const [held, waited] = [(await club.listOf(first))[0]?.ref_no, (await club.listOf(second))[0]?.ref_no]
  api.setTime(new Date(at(3)))
  try {
    for (const [guest, refNo] of [
      [first, held],
      [second, waited],
    ] as const)
      expect((await club.cancel(guest, refNo)).status).toBe(422)
    club.clock.ms += Date.parse(at(3)) - now.getTime()
    expect(await club.messageOf(await club.newGuest(), 'tonight')).toBe(eventMessages.closed)
    await api.db.updateTable('event_places').set({ places: 2 }).where('alias', '=', 'tonight').execute()
    await promoteWaiting(api.serverDb, { now: new Date(at(3)), notify: api.dependencies.notify })
    expect((await club.listOf(second))[0]?.state).toBe('waiting')
  } finally {
    club.clock.ms -= Date.parse(at(3)) - now.getTime()
    api.setTime(now)
  }
  expect((await club.cancel(first, held)).body).toEqual({ success: true })
  expect((await club.listOf(second))[0]?.state).toBe('registered')
})

test('An import never removes an event that somebody waits for', async () => {
  const [first, second] = [await club.newGuest(), await club.newGuest()]
  await club.register(first, 'waited-for')
  await club.register(second, 'waited-for')
  await api.db.updateTable('event_places').set({ places: 0, taken: 0 }).where('alias', '=', 'waited-for').execute()
  await api.db
    .updateTable('event_registrations')
    .set({ state: 'cancelled' })
    .where('member_id', '=', first.id)
    .execute()
  const removal = () => importFiles(api.db, eventFiles(events.filter(({ key }) => key !== 'waited-for')))
  await expect(removal()).rejects.toThrow('waited-for has registrations: make it inactive')
  await club.cancel(second, (await club.listOf(second))[0]?.ref_no)
  await removal()
})

test('The same request again registers once', async () => {
  const guest = await club.newGuest()
  const key = randomUUID()
  await Promise.all([1, 2, 3].map(() => club.register(guest, 'open-air', 1, key)))
  expect(await club.listOf(guest)).toHaveLength(1)
})

test('Of a few places that many want at once exactly those are given', async () => {
  const guests = await Promise.all(Array.from({ length: 9 }, () => club.newGuest()))
  const messages = await Promise.all(guests.map((guest) => club.messageOf(guest, 'rush')))
  expect(messages.filter((message) => message === eventMessages.registered)).toHaveLength(5)
  expect(messages.filter((message) => message === eventMessages.eventFull)).toHaveLength(4)
})

test('Nobody waits for more places than there are in all, and holds up the others', async () => {
  expect(await club.messageOf(await club.newGuest(), 'small', 2)).toBe(eventMessages.eventFull)
  expect(await club.messageOf(await club.newGuest(), 'small', 1)).toBe(eventMessages.registered)
})

test('A request that is no request is refused, and so is a member who is not verified, and nobody', async () => {
  const guest = await club.newGuest()
  for (const quantity of [0, -1, 1.5, 101, '1', null])
    expect((await club.register(guest, 'open-air', quantity)).status).toBe(422)
  await api.db.updateTable('members').set({ email_verified: false }).where('id', '=', guest.id).execute()
  expect((await club.register(guest, 'open-air')).status).toBe(403)
  expect((await api.call(endpoints.registerEvent, { event_id: club.idOf('open-air'), quantity: 1 })).status).toBe(401)
})

test('After all this the audit finds no difference; and one that is made, it finds', async () => {
  expect((await audit(api.serverDb)).differences).toEqual([])
  await api.db.updateTable('event_places').set({ taken: 0 }).where('alias', '=', 'rush').execute()
  expect((await audit(api.serverDb)).differences).toEqual(['event rush: its places say 0, its registrations make 5'])
})
