import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { EventPlan } from '#contract/staff/events.ts'
import { tellAboutEvents } from '#server/services/events/eventPlans.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { staffedApi } from '#tests/support/staffApi.ts'
import { endUndo } from '#tests/support/undo.ts'
import { event, openEvents } from './eventGuests.ts'

const inDays = (days: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * 86_400_000).toISOString()

const { api, staff, ada, bo, findActs } = await staffedApi('editor')
const club = await openEvents(api, [
  event('talk', { starts_at: inDays(9), event_quota: 2 }),
  event('tour', { starts_at: inDays(9) }),
  event('doors', { starts_at: inDays(9) }),
  event('begun', { starts_at: inDays(-1), public_registration_start_date: '2026-01-01T00:00:00Z' }),
  event('walk', { starts_at: inDays(12) }),
])

type Guest = Awaited<ReturnType<typeof club.newGuest>>

const guestsOf = async (alias: string) =>
  (await staff.call(endpoints.eventGuests, { alias, reason: 'For the door' }, ada)).guests
const listed = async (alias: string) => {
  const { events } = await staff.call(endpoints.listEvents, {}, ada)
  const found = events.find((one) => one.alias === alias)
  if (!found) throw new Error(`There is no event ${alias}`)
  return found
}
const refOf = async (alias: string, { id }: Guest) => {
  const guest = (await guestsOf(alias)).find(({ memberId }) => memberId === id)
  return guest?.refNo ?? ''
}
const actsOf = (action: string, subject: string) => findActs({ action, subject_id: subject })
const mailsTo = ({ email }: Guest) => readMails(api, email)

const mark = (refNo: string, [before, attended]: [number, number], who = ada) =>
  staff.call(endpoints.markAttendance, { refNo, before, attended }, who)
const change = (own: { from: EventPlan; to: EventPlan }, who = ada) =>
  staff.call(endpoints.changeEvent, { alias: 'walk', reason: 'The hall is let', ...own }, who)
const tell = async () =>
  (await tellAboutEvents(api.serverDb, { now: new Date(), notify: api.dependencies.notify })).told

test('Two people at the door note a guest once; a mark is taken back, and never says more than the places', async () => {
  const guest = await club.newGuest()
  await club.register(guest, 'tour', 2)
  const refNo = await refOf('tour', guest)
  const both = await Promise.all([mark(refNo, [0, 2]), mark(refNo, [0, 2], bo)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['marked', 'unchanged'])
  expect(await mark(refNo, [2, 3])).toEqual({ kind: 'too_many' })
  expect(await listed('tour')).toMatchObject({ registered: 2, attended: 2 })
  expect(await mark(refNo, [2, 0])).toEqual({ kind: 'marked' })
  expect(await listed('tour')).toMatchObject({ attended: 0 })
  expect((await guestsOf('tour')).find(({ memberId }) => memberId === guest.id)).toMatchObject({ attended: 0 })
  expect(await actsOf('attendance_mark', refNo)).toMatchObject([
    { before: { attended: 0 }, after: { attended: 2 } },
    { before: { attended: 2 }, after: { attended: 0 } },
  ])
})

test('Of two doors that each let some of a party in, the second is told what the first has noted', async () => {
  const guest = await club.newGuest()
  await club.register(guest, 'doors', 2)
  const refNo = await refOf('doors', guest)
  expect(await mark(refNo, [0, 1])).toEqual({ kind: 'marked' })
  expect(await mark(refNo, [0, 2], bo)).toEqual({ kind: 'changed' })
  expect((await guestsOf('doors')).find(({ memberId }) => memberId === guest.id)).toMatchObject({ attended: 1 })
  expect(await mark(refNo, [1, 2], bo)).toEqual({ kind: 'marked' })
})

test('Who waits, or has given the places back, is not at the door', async () => {
  const [holder, waiting] = [await club.newGuest(), await club.newGuest()]
  await club.register(holder, 'talk', 2)
  await club.register(waiting, 'talk')
  const [held, awaited] = [await refOf('talk', holder), await refOf('talk', waiting)]
  expect(await mark(awaited, [0, 1])).toEqual({ kind: 'not_registered' })
  await club.cancel(holder, held)
  expect(await mark(held, [0, 1])).toEqual({ kind: 'not_registered' })
  expect(await mark('NOBODY', [0, 1])).toEqual({ kind: 'unknown' })
  // The places went to who waited.
  expect(await mark(awaited, [0, 1])).toEqual({ kind: 'marked' })
})

test('Of two who cancel for a guest one does; the guest reads why, once, and the places go to who waits', async () => {
  await api.db.deleteFrom('event_registrations').where('alias', '=', 'talk').execute()
  await api.db.updateTable('event_places').set({ taken: 0 }).where('alias', '=', 'talk').execute()
  const [holder, waiting] = [await club.newGuest(), await club.newGuest()]
  await club.register(holder, 'talk', 2)
  await club.register(waiting, 'talk')
  const refNo = await refOf('talk', holder)
  const reason = 'The stage has room for fewer'
  const both = await Promise.all(
    [ada, bo].map((who) => staff.call(endpoints.cancelGuestRegistration, { refNo, reason }, who)),
  )
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['cancelled', 'unchanged'])
  const [, cancelled, ...more] = await mailsTo(holder)
  expect(more).toEqual([])
  expect(cancelled?.subject).toContain('We’ve cancelled your registration for')
  expect(cancelled?.text).toContain(reason)
  expect((await mailsTo(waiting)).at(-1)?.subject).toContain('is confirmed')
  expect(await actsOf('registration_cancel', refNo)).toMatchObject([
    { before: { state: 'registered', quantity: 2 }, after: { state: 'cancelled' }, reason },
  ])
  expect(await club.takenOf('talk')).toBe(1)
})

test('A registration for an event that has begun stays', async () => {
  const guest = await club.newGuest()
  await club.register(guest, 'begun')
  const refNo = await refOf('begun', guest)
  const request = { refNo, reason: 'Too late to say' }
  expect(refNo).not.toBe('')
  expect(await staff.call(endpoints.cancelGuestRegistration, request, ada)).toEqual({ kind: 'begun' })
})

test('An event is moved and withdrawn by one of two at a time, and its guests are told once of each', async () => {
  const guest = await club.newGuest()
  await club.register(guest, 'walk')
  const { startsAt, venue, isPublished } = await listed('walk')
  const from: EventPlan = { startsAt, venue: venue ?? { en: '', tc: '', sc: '' }, isPublished }
  const to = { ...from, startsAt: inDays(20), venue: { en: 'Foyer', tc: '大堂', sc: '' } }
  const both = await Promise.all([change({ from, to }), change({ from, to: { ...to, startsAt: inDays(21) } }, bo)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'saved'])
  const saved = await listed('walk')
  const now = { startsAt: saved.startsAt, venue: saved.venue ?? from.venue, isPublished: saved.isPublished }
  expect(now.venue).toEqual({ en: 'Foyer', tc: '大堂', sc: '' })
  expect(await change({ from: now, to: now })).toEqual({ kind: 'unchanged' })
  expect(await change({ from: now, to: { ...now, startsAt: inDays(-1) } })).toEqual({ kind: 'past' })
  expect(await change({ from: now, to: { ...now, venue: { en: '', tc: '大堂', sc: '' } } })).toEqual({
    kind: 'no_venue',
  })
  expect(await tell()).toBe(0)
  await endUndo(api.db)
  expect([await tell(), await tell()]).toEqual([1, 0])
  expect(await change({ from: now, to: { ...now, isPublished: false } })).toMatchObject({ kind: 'saved' })
  await endUndo(api.db)
  expect([await tell(), await tell()]).toEqual([1, 0])
  const subjects = (await mailsTo(guest)).map(({ subject }) => subject)
  expect(subjects.slice(1)).toEqual([
    expect.stringContaining('New date or venue'),
    expect.stringContaining('is postponed until further notice'),
  ])
  expect((await club.listOf(guest)).map(({ is_withdrawn: isWithdrawn }) => isWithdrawn)).toEqual([true])
  expect(await actsOf('event_change', 'walk')).toHaveLength(2)
})
