import ICAL from 'ical.js'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { tellAboutEvents } from '#server/services/events/eventPlans.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles } from '#tests/support/contents.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { at, event, eventFiles, now, openEvents } from './eventGuests.ts'
import { type TestApi, testApi } from './testApi.ts'

const day = 24
const texts = (venue: string) =>
  ['moved', 'withdrawn', 'soon', 'given-back', 'undated']
    .map((key) => `# ${key}\n## name\nThe ${key}, and more\n## short_description\nFor you\n## venue\n${venue}\n`)
    .join('\n')

const eventsAs = (own: { moved?: string; withdrawn?: string; status?: string; venue?: string } = {}) => ({
  ...eventFiles([
    event('moved', { starts_at: own.moved ?? at(10 * day), event_quota: 2 }),
    event('withdrawn', { starts_at: own.withdrawn ?? at(12 * day), status: own.status ?? 'active' }),
    event('soon', { starts_at: at(3 * day) }),
    event('given-back', { starts_at: at(9 * day) }),
    event('undated'),
  ]),
  'events/en.md': texts(own.venue ?? 'Harbour Concert Hall, Level 2'),
})

let api: TestApi
let club: Awaited<ReturnType<typeof openEvents>>
beforeAll(async () => {
  api = await testApi()
  club = await openEvents(api, [event('first')])
  await importFiles(api.db, eventsAs())
})
afterAll(() => api.close())

const idOf = async (alias: string) => {
  const row = api.db.selectFrom('contents').select('id').where('group_name', '=', 'events').where('key', '=', alias)
  return (await row.executeTakeFirstOrThrow()).id
}

type Guest = Awaited<ReturnType<typeof club.newGuest>>

async function register(guest: Guest, alias: string, quantity = 1) {
  const request = { event_id: await idOf(alias), quantity }
  const { body } = await api.call(endpoints.registerEvent, request, { token: guest.token })
  return body
}

const refOf = ({ registration }: Awaited<ReturnType<typeof register>>) =>
  v.parse(v.object({ ref_no: v.string() }), registration).ref_no

const mailsTo = ({ email }: Guest) => readMails(api, email)

/** The tasks of three servers at the same time. Resolves to how many mails they wrote. */
async function tell(moment: Date): Promise<number> {
  const task = { now: moment, notify: api.dependencies.notify }
  const runs = await Promise.all([1, 2, 3].map(() => tellAboutEvents(api.serverDb, task)))
  expect(runs.flatMap(({ failures }) => failures)).toEqual([])
  return runs.reduce((sum, { told }) => sum + told, 0)
}

/** What a calendar program reads from a mail's file. */
function calendarOf({ calendar }: { calendar: string | null }) {
  const parsed = new ICAL.Component(ICAL.parse(calendar ?? '')).getFirstSubcomponent('vevent')
  if (!parsed) throw new Error('No date')
  const read = new ICAL.Event(parsed)
  return {
    uid: read.uid,
    title: read.summary,
    place: read.location,
    start: read.startDate.toJSDate(),
    status: parsed.getFirstPropertyValue('status'),
    revision: read.sequence,
  }
}

test('Whoever gets places is told date, time, place, number and reference, with the date for the calendar', async () => {
  const guest = await club.newGuest()
  await register(guest, 'moved', 2)
  const [mail, ...more] = await mailsTo(guest)
  expect(more).toEqual([])
  for (const fact of ['27 Oct 2026, 12:00', 'Harbour Concert Hall, Level 2', 'Places: 2', `Dear ${guest.firstName},`])
    expect(mail?.text).toContain(fact)
  expect(mail?.calendar).not.toBeNull()
  expect(mail && calendarOf(mail)).toEqual({
    uid: `event-${await idOf('moved')}@club.test`,
    title: 'The moved, and more',
    place: 'Harbour Concert Hall, Level 2',
    // 12:00 in Hong Kong, whatever the time zone of this process.
    start: new Date('2026-10-27T12:00:00+08:00'),
    status: null,
    revision: 0,
  })

  const waiting = await club.newGuest()
  expect(await register(waiting, 'moved')).toMatchObject({ message: 'added to waiting list' })
  expect(await mailsTo(waiting)).toMatchObject([{ calendar: null }])
  const undated = await club.newGuest()
  await register(undated, 'undated')
  expect(await mailsTo(undated)).toMatchObject([{ calendar: null }])
})

test('Another date or place is told once to who has places and to who waits, with what it was before', async () => {
  const [holder, waiting] = [await club.newGuest(), await club.newGuest()]
  await api.db.deleteFrom('event_registrations').execute()
  await api.db.updateTable('event_places').set({ taken: 0 }).execute()
  await register(holder, 'moved', 2)
  await register(waiting, 'moved')
  expect(await tell(now)).toBe(0)

  await importFiles(api.db, eventsAs({ moved: at(11 * day) }))
  expect(await tell(now)).toBe(2)
  expect(await tell(now)).toBe(0)
  const [, changed, ...more] = await mailsTo(holder)
  expect(more).toEqual([])
  expect(changed?.subject).toBe('New date or venue: The moved, and more')
  expect(changed?.text).toContain('Previously: 27 Oct 2026, 12:00\n  Harbour Concert Hall, Level 2')
  expect(changed?.text).toContain('Date and time: 28 Oct 2026, 12:00')
  expect(changed && calendarOf(changed)).toMatchObject({ revision: 1, start: new Date('2026-10-28T12:00:00+08:00') })
  const [, alsoChanged] = await mailsTo(waiting)
  expect(alsoChanged?.text).toContain('You’re still on the waiting list.')
  expect(alsoChanged?.calendar).toBeNull()

  await importFiles(api.db, eventsAs({ moved: at(11 * day), venue: 'Lion Rock Auditorium' }))
  expect(await tell(now)).toBe(2)
  const last = (await mailsTo(holder)).at(-1)
  expect(last && calendarOf(last)).toMatchObject({ revision: 2, place: 'Lion Rock Auditorium' })
  await importFiles(api.db, eventsAs())
  await tell(now)
})

test('An event that is withdrawn is struck out of calendars, and put back when it takes place after all', async () => {
  const guest = await club.newGuest()
  await register(guest, 'withdrawn')
  await importFiles(api.db, eventsAs({ status: 'inactive' }))
  expect(await tell(now)).toBe(1)
  expect(await tell(now)).toBe(0)
  const withdrawn = (await mailsTo(guest)).at(-1)
  expect(withdrawn?.subject).toBe('The withdrawn, and more is postponed until further notice')
  expect(withdrawn && calendarOf(withdrawn)).toMatchObject({ status: 'CANCELLED', revision: 1 })

  await importFiles(api.db, eventsAs())
  expect(await tell(now)).toBe(1)
  const restored = (await mailsTo(guest)).at(-1)
  expect(restored?.subject).toBe('The withdrawn, and more is back on')
  expect(restored && calendarOf(restored)).toMatchObject({ status: null, revision: 2 })
})

test('An event that is withdrawn by the import that gives it another date is told with the date that the member knows', async () => {
  const guest = await club.newGuest()
  await register(guest, 'withdrawn')
  await importFiles(api.db, eventsAs({ withdrawn: at(13 * day), status: 'inactive' }))
  await tell(now)
  const withdrawn = (await mailsTo(guest)).at(-1)
  expect(withdrawn?.text).toContain('Previously: 29 Oct 2026, 12:00\n  Harbour Concert Hall, Level 2')
  expect(withdrawn?.text).not.toContain('30 Oct')
  expect(withdrawn && calendarOf(withdrawn)).toMatchObject({
    status: 'CANCELLED',
    start: new Date('2026-10-29T12:00:00+08:00'),
  })
  await importFiles(api.db, eventsAs())
  await tell(now)
})

test('Who has places is reminded a day before, once, however late and by however many servers', async () => {
  const [early, late, waiting] = [await club.newGuest(), await club.newGuest(), await club.newGuest()]
  await register(early, 'soon', 2)
  const [dayBefore, hourBefore] = [new Date(at(2 * day)), new Date(at(3 * day - 1))]
  expect(await tell(new Date(dayBefore.getTime() - 1000))).toBe(0)
  api.setTime(dayBefore)
  await register(late, 'soon')
  await register(waiting, 'soon')
  api.setTime(now)
  expect(await tell(hourBefore)).toBe(1)
  expect(await tell(hourBefore)).toBe(0)
  const [, reminder, ...more] = await mailsTo(early)
  expect(more).toEqual([])
  expect(reminder?.subject).toBe('Coming up: The soon, and more')
  expect(reminder?.text).toContain('Date and time: 20 Oct 2026, 12:00')
  expect(await mailsTo(late)).toHaveLength(1)
  expect(await mailsTo(waiting)).toHaveLength(1)
  expect(await tell(new Date(at(3 * day)))).toBe(0)
})

test('Places that are given back are confirmed, and struck out of the calendar', async () => {
  const guest = await club.newGuest()
  const { registration } = await register(guest, 'given-back')
  const [listed] = await club.listOf(guest)
  expect(registration).toMatchObject({ ref_no: listed?.ref_no })
  await club.cancel(guest, listed?.ref_no)
  await club.cancel(guest, listed?.ref_no)
  const [, cancelled, ...more] = await mailsTo(guest)
  expect(more).toEqual([])
  expect(cancelled?.subject).toBe('Your registration for The given-back, and more is cancelled')
  expect(cancelled && calendarOf(cancelled)).toMatchObject({ status: 'CANCELLED' })
  expect(await tell(now)).toBe(0)
})

test('Whoever gives back some of their places keeps the date; a place that is had again is the newer date', async () => {
  const guest = await club.newGuest()
  const first = await register(guest, 'given-back')
  const second = await register(guest, 'given-back')
  await club.cancel(guest, refOf(second))
  const [, , kept] = await mailsTo(guest)
  expect(kept).toMatchObject({ kind: 'event_cancelled', calendar: null })
  await club.cancel(guest, refOf(first))
  await register(guest, 'given-back')
  const [struck, again] = (await mailsTo(guest)).slice(3)
  expect(struck && calendarOf(struck)).toMatchObject({ status: 'CANCELLED', revision: 3 })
  expect(again && calendarOf(again)).toMatchObject({ status: null, revision: 4 })
})

test('A run that has read the contents of before says nothing of an event that has moved meanwhile', async () => {
  const guest = await club.newGuest()
  await register(guest, 'given-back')
  await importFiles(api.db, eventsAs({ venue: 'Lion Rock Auditorium' }))
  const lock = Promise.withResolvers<void>()
  const holder = inTransaction(api.serverDb, async (transaction) => {
    await transaction.selectFrom('event_places').selectAll().where('alias', '=', 'given-back').forUpdate().execute()
    await lock.promise
  })
  const late = tellAboutEvents(api.serverDb, { now, notify: api.dependencies.notify })
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(api.db)).rows.length).toBeGreaterThan(0)
  await importFiles(api.db, eventsAs())
  lock.resolve()
  await holder
  expect((await late).failures).toEqual([])
  await tell(now)
  expect((await mailsTo(guest)).map(({ kind }) => kind)).toEqual(['event_registered'])
})
