import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  type admitAll as admitAllEndpoint,
  type admitGuest as admitGuestEndpoint,
  type DoorGuest,
  mostAtDoor,
} from '#contract/staff/events.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { fullName } from '#server/domain/fullName.ts'
import {
  findAtDoor,
  findExpected,
  findRegistrationsById,
  type GuestSearch,
  lockEvent,
  setAttended,
} from '#server/store/spending/eventRegistrations.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { FactMoment, type Inverse, recordUndoableAct } from '../acts.ts'
import { readSearch } from '../staff/memberSearch.ts'
import { patternOf } from '../staff/searchPattern.ts'
import { noteAttended } from './guests.ts'

type Row = Awaited<ReturnType<typeof findAtDoor>>[number]
/** The registrations of one guest. */
type Own = readonly [Row, ...Row[]]

/** The rows of each guest. Places count before the waiting list, and that before what was given back. */
function guestsOf(rows: readonly Row[]): Own[] {
  const guests = new Map<string, Own>()
  for (const row of rows) {
    const own = guests.get(row.memberId)
    guests.set(row.memberId, own ? [...own, row] : [row])
  }
  return [...guests.values()]
}

const stateOf = (own: Own): DoorGuest['state'] =>
  (['registered', 'waiting'] as const).find((state) => own.some((row) => row.state === state)) ?? 'cancelled'

const placesOf = (own: Own) => own.filter(({ state }) => state === 'registered')

function toDoorGuest(own: Own): DoorGuest {
  const [{ memberId, firstName, lastName, chineseName, email }] = own
  const name = fullName(firstName, lastName)
  const times = placesOf(own).flatMap(({ arrivedAt }) => (arrivedAt === null ? [] : [arrivedAt.getTime()]))
  return {
    memberId,
    name,
    chineseName,
    email: name === '' && !chineseName ? email : '',
    state: stateOf(own),
    registrations: placesOf(own).map(({ refNo, quantity, attended }) => ({ refNo, quantity, attended })),
    arrivedAt: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
  }
}

/**
 * Whom somebody at the door means: those whose whole number or reference it is, or else those whom it is a part of.
 * `isCertain`: nobody else can be meant.
 */
async function findGuests(
  db: ActingTransaction,
  { alias, guest }: RequestOf<typeof admitGuestEndpoint>,
): Promise<{ guests: Own[]; isCertain: boolean }> {
  const find = async (search: GuestSearch) => guestsOf(await findAtDoor(db, alias, search))
  if (guest.by === 'member') return { guests: await find(guest), isCertain: true }
  const { text, words, references } = readSearch(guest.text)
  const whole = await find({ by: 'whole', text, references })
  if (whole.length > 0) return { guests: whole, isCertain: true }
  const patterns = words.filter((word) => word !== '').map(patternOf)
  const named = patterns.length === 0 ? [] : await find({ by: 'words', words: patterns })
  const held = named.filter((own) => stateOf(own) === 'registered')
  return { guests: held.length > 0 ? held : named, isCertain: false }
}

const expectedOf = (own: Own) => placesOf(own).filter(({ attended, quantity }) => attended < quantity)

/** Lets a guest in, with all places that nobody has taken. The event is locked: two doors count one guest once. */
export function admitGuest(
  db: ActingPool,
  request: RequestOf<typeof admitGuestEndpoint>,
  now: Date,
): Promise<AnswerOf<typeof admitGuestEndpoint>> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockEvent(transaction, request.alias))) return { kind: 'unknown' }
    const { guests: found, isCertain } = await findGuests(transaction, request)
    const [own, ...others] = found
    if (!own) return { kind: 'not_on_list' }
    // A part of a name may be somebody else's: whoever would come in by it is asked about.
    if (others.length > 0 || (!isCertain && expectedOf(own).length > 0)) {
      const guests = [own, ...others].slice(0, mostAtDoor).map(toDoorGuest)
      return { kind: 'several', guests, hasMore: others.length >= mostAtDoor }
    }
    const guest = toDoorGuest(own)
    if (guest.state !== 'registered') return { kind: guest.state, guest }
    const expected = expectedOf(own)
    if (expected.length === 0) return { kind: 'in_before', guest }
    for (const { id, refNo, memberId, attended, quantity } of expected) {
      const row = { id, ref_no: refNo, member_id: memberId, attended, alias: request.alias }
      await noteAttended(transaction, row, { attended: quantity, at: now })
    }
    const registrations = guest.registrations.map((one) => ({ ...one, attended: one.quantity }))
    const before = guest.registrations.map(({ attended }) => attended)
    return { kind: 'admitted', guest: { ...guest, registrations, arrivedAt: now.toISOString() }, before }
  })
}

/** What undoing `admitAll` needs: how each registration was before, and what it has become. */
const AllFacts = v.object({
  at: FactMoment,
  marked: v.array(v.object({ id: v.string(), attended: v.number(), arrivedAt: v.nullable(FactMoment) })),
})

/** Notes that everybody has arrived who was expected, as one act. */
export function admitAll(db: ActingPool, alias: string, now: Date): Promise<AnswerOf<typeof admitAllEndpoint>> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockEvent(transaction, alias))) return { kind: 'unknown' }
    const expected = await findExpected(transaction, alias)
    if (expected.length === 0) return { kind: 'unchanged' }
    for (const row of expected) await noteAttended(transaction, row, { attended: row.quantity, at: now })
    const places = expected.reduce((sum, { quantity, attended }) => sum + quantity - attended, 0)
    const marked = expected.map(({ id, attended, arrived_at: arrivedAt }) => ({ id, attended, arrivedAt }))
    const subject = { kind: 'event', id: alias } as const
    const act = { action: 'attendance_all', subject, memberId: null, after: { attended: places } } as const
    return { kind: 'admitted', places, undo: await recordUndoableAct(transaction, act, { at: now, marked }) }
  })
}

/** Those whom `admitAll` has noted are as before; none of them where another door has noted something since. */
export const unadmitAll: Inverse = async (db, { subjectId: alias, facts }) => {
  const { at, marked } = v.parse(AllFacts, facts)
  await lockEvent(db, alias)
  const rows = await findRegistrationsById(
    db,
    marked.map(({ id }) => id),
  )
  const isAsLeft = rows.every(
    ({ state, attended, quantity, arrived_at: arrivedAt }) =>
      state === 'registered' && attended === quantity && arrivedAt?.getTime() === at.getTime(),
  )
  if (!isAsLeft || rows.length < marked.length) return 'changed'
  for (const { id, attended, arrivedAt } of marked) await setAttended(db, id, { attended, at: arrivedAt })
  return 'undone'
}
