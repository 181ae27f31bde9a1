import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { isAtDoor } from '#server/services/staff/eventList.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { newMember } from '#tests/support/members.ts'
import { staffedApi } from '#tests/support/staffApi.ts'
import { endUndo } from '#tests/support/undo.ts'
import { event, openEvents } from './eventGuests.ts'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

const { api, staff, ada, bo, findActs } = await staffedApi('steward', 'supervisor')
await openEvents(api, [
  event('tonight', { starts_at: inDays(0), event_quota: 20 }),
  event('party', { starts_at: inDays(0), event_quota: 20 }),
  event('withdrawn', { starts_at: inDays(0), status: 'inactive' }),
  event('tomorrow', { starts_at: inDays(1) }),
  event('yesterday', { starts_at: inDays(-1) }),
])

const numbers = { last: 88_000_000 }

type State = 'registered' | 'waiting' | 'cancelled'

/** A member with a registration for an event. */
async function guestOf(alias: string, own: { state?: State; quantity?: number; names?: Record<string, string> } = {}) {
  const member = await newMember(api.db)
  const { state = 'registered', quantity = 1, names } = own
  numbers.last += 1
  const memberNo = String(numbers.last)
  await api.db
    .updateTable('members')
    .set({ ...names, member_no: memberNo })
    .where('id', '=', member.id)
    .execute()
  await addRegistration(api.db, { member_id: member.id, alias, quantity, state })
  const row = api.db.selectFrom('event_registrations').selectAll().where('member_id', '=', member.id)
  const { ref_no: refNo } = await row.executeTakeFirstOrThrow()
  return { ...member, refNo, memberNo }
}

const admit = (text: string, alias = 'tonight', who = ada) =>
  staff.call(endpoints.admitGuest, { alias, guest: { by: 'text', text } }, who)
const attendedOf = async (refNo: string) => {
  const row = api.db.selectFrom('event_registrations').select(['attended', 'arrived_at']).where('ref_no', '=', refNo)
  return row.executeTakeFirstOrThrow()
}

test('A guest comes in by the number on the card, by the reference or by the name, with all places', async () => {
  const names = { first_name: 'Ottilie', last_name: 'Quayle', chinese_name: '陳奧蒂' }
  const guest = await guestOf('tonight', { quantity: 2, names })
  const registrations = [{ refNo: guest.refNo, quantity: 2, attended: 2 }]
  const admitted = await admit(` ${guest.memberNo} `)
  expect(admitted).toMatchObject({
    kind: 'admitted',
    guest: { name: 'Ottilie Quayle', email: '', registrations },
    before: [0],
  })
  expect(await findActs({ action: 'attendance_mark', subject_id: guest.refNo })).toMatchObject([
    { actor: `staff:${ada.sub}`, role: 'steward', before: { attended: 0 }, after: { attended: 2, event: 'tonight' } },
  ])
  const { arrived_at: at } = await attendedOf(guest.refNo)
  for (const text of [guest.memberNo, guest.refNo.toLowerCase(), guest.email, 'quayle', '陈奥蒂', 'ottilie quay'])
    expect(await admit(text)).toMatchObject({ kind: 'in_before', guest: { arrivedAt: at?.toISOString() } })
  expect(await findActs({ action: 'attendance_mark', subject_id: guest.refNo })).toHaveLength(1)
})

test('A mark is taken back, and the rest of a party comes in later', async () => {
  const guest = await guestOf('tonight', { quantity: 3 })
  await admit(guest.memberNo)
  const mark = (before: number, attended: number) =>
    staff.call(endpoints.markAttendance, { refNo: guest.refNo, before, attended }, ada)
  expect(await mark(3, 0)).toEqual({ kind: 'marked' })
  expect(await attendedOf(guest.refNo)).toEqual({ attended: 0, arrived_at: null })
  expect(await mark(0, 1)).toEqual({ kind: 'marked' })
  expect(await admit(guest.memberNo)).toMatchObject({ kind: 'admitted', before: [1] })
  expect(await attendedOf(guest.refNo)).toMatchObject({ attended: 3 })
})

test('Two doors that read the same card let one in', async () => {
  const guest = await guestOf('tonight')
  const both = await Promise.all([admit(guest.memberNo), admit(guest.memberNo, 'tonight', bo)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['admitted', 'in_before'])
})

test('Who waits, has cancelled, is at another event, or is nobody, is told so, and nothing is noted', async () => {
  const waiting = await guestOf('tonight', { state: 'waiting' })
  const cancelled = await guestOf('tonight', { state: 'cancelled' })
  const elsewhere = await guestOf('party')
  expect(await admit(waiting.memberNo)).toMatchObject({ kind: 'waiting', guest: { registrations: [] } })
  expect(await admit(cancelled.refNo)).toMatchObject({ kind: 'cancelled' })
  for (const text of [elsewhere.memberNo, elsewhere.refNo, 'Nobody at all', '.*'])
    expect(await admit(text)).toEqual({ kind: 'not_on_list' })
  for (const { refNo } of [waiting, cancelled, elsewhere])
    expect(await attendedOf(refNo)).toMatchObject({ attended: 0 })
})

test('Of several with one name, the one who is chosen comes in', async () => {
  const names = { first_name: 'Ines', last_name: 'Zorrilla' }
  const one = await guestOf('tonight', { names })
  // A part of a name, or of an address, may be somebody else's.
  for (const text of ['zorrilla', one.email.slice(1), '-+--'])
    expect((await admit(text)).kind).toBe(text.startsWith('-') ? 'not_on_list' : 'several')
  const other = await guestOf('tonight', { names })
  // Who has given the place back is not asked about.
  await guestOf('tonight', { names, state: 'cancelled' })
  const several = await admit('zorrilla')
  if (several.kind !== 'several') throw new Error(several.kind)
  expect(several.guests.map(({ memberId }) => memberId).toSorted()).toEqual([one.id, other.id].toSorted())
  expect(several.hasMore).toBe(false)
  const chosen = { alias: 'tonight', guest: { by: 'member', memberId: other.id } } as const
  expect(await staff.call(endpoints.admitGuest, chosen, ada)).toMatchObject({ kind: 'admitted' })
  expect(await attendedOf(one.refNo)).toMatchObject({ attended: 0 })
})

test('A steward sees and marks today’s events alone; a supervisor any', async () => {
  const { events } = await staff.call(endpoints.doorEvents, {}, ada)
  expect(events.map(({ alias }) => alias).toSorted()).toEqual(['party', 'tonight'])
  for (const alias of ['tomorrow', 'yesterday', 'withdrawn', 'none']) {
    expect(await admit('anybody', alias)).toEqual({ kind: 'unknown' })
    expect(await staff.call(endpoints.admitAll, { alias }, ada)).toEqual({ kind: 'unknown' })
  }
  const guest = await guestOf('yesterday')
  const mark = (who: typeof ada) =>
    staff.call(endpoints.markAttendance, { refNo: guest.refNo, before: 0, attended: 1 }, who)
  expect(await mark(ada)).toEqual({ kind: 'unknown' })
  expect(await mark(bo)).toEqual({ kind: 'marked' })
  expect(await admit(guest.memberNo, 'yesterday', bo)).toMatchObject({ kind: 'in_before' })
})

test('Everybody who was expected is noted at once; that is undone as one, but not over what another door noted', async () => {
  const early = await guestOf('party', { quantity: 2 })
  const late = await guestOf('party', { quantity: 2 })
  const waiting = await guestOf('party', { state: 'waiting' })
  const markOne = { refNo: early.refNo, before: 0, attended: 1 }
  await staff.call(endpoints.markAttendance, markOne, ada)
  const before = await attendedOf(early.refNo)
  const all = async () => {
    const answer = await staff.call(endpoints.admitAll, { alias: 'party' }, ada)
    if (answer.kind !== 'admitted') throw new Error(answer.kind)
    return answer
  }
  const undo = async ({ undo: { act } }: Awaited<ReturnType<typeof all>>) =>
    (await staff.call(endpoints.undoActs, { acts: [act] }, ada)).undone[0]?.kind
  // Another guest's one place of the test above, the one that is left of a party, and both of another.
  const first = await all()
  expect(first.places).toBe(4)
  expect(await staff.call(endpoints.admitAll, { alias: 'party' }, ada)).toEqual({ kind: 'unchanged' })
  expect(await attendedOf(waiting.refNo)).toMatchObject({ attended: 0 })
  expect(await undo(first)).toBe('undone')
  expect(await attendedOf(early.refNo)).toEqual(before)
  expect(await attendedOf(late.refNo)).toEqual({ attended: 0, arrived_at: null })
  const second = await all()
  await staff.call(endpoints.markAttendance, { refNo: late.refNo, before: 2, attended: 1 }, ada)
  expect(await undo(second)).toBe('changed')
  expect(await attendedOf(early.refNo)).toMatchObject({ attended: 2 })
  await staff.call(endpoints.markAttendance, { refNo: late.refNo, before: 1, attended: 0 }, ada)
  const third = await all()
  await endUndo(api.db)
  expect(await undo(third)).toBe('over')
  expect(await findActs({ action: 'attendance_all' })).toHaveLength(3)
})

const isOpen = (begins: string, now: string) => isAtDoor(`2026-12-${begins}+08:00`, new Date(`2026-12-${now}+08:00`))

test('The door is open on an event’s day in Hong Kong, and around its beginning also across midnight', () => {
  expect(isOpen('05T20:00:00', '05T00:00:00')).toBe(true)
  expect(isOpen('05T00:15:00', '04T23:50:00')).toBe(true)
  expect(isOpen('05T22:30:00', '06T01:00:00')).toBe(true)
  expect(isOpen('05T20:00:00', '04T23:59:59')).toBe(false)
  expect(isOpen('05T09:00:00', '06T00:00:00')).toBe(false)
  expect(isAtDoor(null, new Date())).toBe(false)
})
