import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { staffedApi } from '#tests/support/staffApi.ts'
import { event, openEvents } from './eventGuests.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const { api, staff, ada, bo, findActs } = await staffedApi('supervisor')
const club = await openEvents(api, [
  event('talk', { starts_at: inDays(9), event_quota: 2 }),
  event('tour', { starts_at: inDays(9), event_quota: 3 }),
  event('begun', { starts_at: inDays(-1) }),
  event('open', { starts_at: inDays(9), event_quota: null }),
])

type Guest = Awaited<ReturnType<typeof club.newGuest>>

const promote = (refNo: string, mayExceed = false, who = ada) =>
  staff.call(endpoints.promoteGuest, { refNo, mayExceed }, who)
const add = (alias: string, { id: memberId }: Guest, own: { quantity?: number; mayExceed?: boolean } = {}, who = ada) =>
  staff.call(endpoints.addGuest, { alias, memberId, quantity: 1, mayExceed: false, ...own }, who)
const registrationOf = async (alias: string, guest: Guest) =>
  (await club.listOf(guest)).find((one) => one.alias === alias && one.state !== 'cancelled')
const subjectsTo = async ({ email }: Guest) => (await readMails(api, email)).map(({ subject }) => subject)
const placesOf = (alias: string) =>
  api.db.selectFrom('event_places').select(['places', 'taken']).where('alias', '=', alias).executeTakeFirstOrThrow()

test('Of two who give a waiting guest the places one does, and beyond what there is only where that was said', async () => {
  const [holder, first, second] = [await club.newGuest(), await club.newGuest(), await club.newGuest()]
  await club.register(holder, 'talk', 2)
  await club.register(first, 'talk', 2)
  await club.register(second, 'talk')
  const refNo = (await registrationOf('talk', second))?.ref_no ?? ''
  expect(await promote(refNo)).toEqual({ kind: 'full', free: 0 })
  expect(await placesOf('talk')).toEqual({ places: 2, taken: 2 })

  const both = await Promise.all([promote(refNo, true), promote(refNo, true, bo)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['registered', 'unchanged'])
  expect(await placesOf('talk')).toEqual({ places: 3, taken: 3 })
  expect(await registrationOf('talk', second)).toMatchObject({ state: 'registered' })
  expect(await registrationOf('talk', first)).toMatchObject({ state: 'waiting' })
  expect((await subjectsTo(second)).filter((subject) => subject.includes('is confirmed'))).toHaveLength(1)
  expect(await findActs({ action: 'registration_promote', subject_id: refNo })).toMatchObject([
    { after: { state: 'registered', quantity: 1, event: 'talk' } },
  ])

  await club.cancel(second, refNo)
  expect(await promote(refNo, true)).toEqual({ kind: 'unknown' })
  expect(await promote('NOBODY')).toEqual({ kind: 'unknown' })
})

test('A guest is added once, also by two at a time, and beside members who register themselves', async () => {
  const guests = await Promise.all(Array.from({ length: 4 }, () => club.newGuest()))
  const [one, two, ...members] = guests
  if (!one || !two) throw new Error('There are no guests')
  const [byAda, byBo] = await Promise.all([
    add('tour', one, { quantity: 2 }),
    add('tour', one, { quantity: 2 }, bo),
    ...members.map((member) => club.register(member, 'tour')),
  ])
  expect([byAda, byBo].map((answer) => (answer && 'kind' in answer ? answer.kind : null))).toContain('registered')
  const { places, taken } = await placesOf('tour')
  expect(taken).toBeLessThanOrEqual(places ?? 0)
  expect((await club.listOf(one)).filter(({ alias }) => alias === 'tour')).toHaveLength(1)
  expect((await subjectsTo(one)).length).toBe(1)

  expect(await add('tour', two, { quantity: 9 })).toMatchObject({ kind: 'full' })
  expect(await add('tour', two, { quantity: 9, mayExceed: true })).toEqual({ kind: 'registered' })
  expect(await add('tour', two)).toEqual({ kind: 'unchanged' })
  const now = await placesOf('tour')
  expect(now.taken).toBe(now.places)
  const own = await registrationOf('tour', two)
  expect(own).toMatchObject({ quantity: 9, state: 'registered' })
  expect(await findActs({ action: 'registration_add', subject_id: own?.ref_no ?? '' })).toHaveLength(1)
})

test('An event without a limit stays so', async () => {
  const guest = await club.newGuest()
  expect(await add('open', guest, { quantity: 20, mayExceed: true })).toEqual({ kind: 'registered' })
  expect(await placesOf('open')).toEqual({ places: null, taken: 20 })
})

test('Nobody is added to what has begun, with a suspended or closed account, or in place of who waits', async () => {
  const guest = await club.newGuest()
  expect(await add('begun', guest)).toEqual({ kind: 'begun' })
  expect(await add('none', guest)).toEqual({ kind: 'unknown' })
  expect(await add('talk', { ...guest, id: '00000000-0000-4000-8000-000000000000' })).toEqual({
    kind: 'unknown_member',
  })
  const suspended = await club.newGuest({ suspended_at: new Date(), suspended_reason: 'Sold a voucher' })
  expect(await add('talk', suspended)).toEqual({ kind: 'suspended' })
  const closed = await club.newGuest()
  await api.db.updateTable('members').set({ active: false }).where('id', '=', closed.id).execute()
  expect(await add('talk', closed)).toEqual({ kind: 'closed' })
  const waiting = await club.newGuest()
  await club.register(waiting, 'talk', 2)
  expect(await add('talk', waiting, { mayExceed: true })).toEqual({ kind: 'waiting' })
  expect(await subjectsTo(guest)).toEqual([])
})
