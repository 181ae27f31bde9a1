import type { SentAnswerOf } from '#contract/endpoint.ts'
import type { addGuest as addGuestEndpoint, promoteGuest as promoteGuestEndpoint } from '#contract/staff/events.ts'
import { hasBegun } from '#contract/spending/registrationStatus.ts'
import type { ClubEvent } from '#server/content/offers.ts'
import { fits } from '#server/domain/eventRegistration.ts'
import { isPublished } from '#server/domain/rewards.ts'
import { inTurn } from '#server/gate/turns.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findMember, lockMember } from '#server/store/members/members.ts'
import {
  addEventRegistration,
  changeTaken,
  type EventRegistrationRow,
  findRegistrationById,
  findRegistrationByReference,
  findRegistrationsFor,
  lockEvent,
  raisePlaces,
  setRegistrationState,
} from '#server/store/spending/eventRegistrations.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'
import { newReference } from '../codes.ts'
import { tellAboutEvent } from './eventPlans.ts'
import { findByAlias, placesOf } from './eventRegistrations.ts'

type Promoted = SentAnswerOf<typeof promoteGuestEndpoint>
type Added = SentAnswerOf<typeof addGuestEndpoint>

/** `mayExceed`: whether the event gets more places where it has too few. */
interface Giving {
  mayExceed: boolean
  now: Date
  notify: NotifyMember
}

/** Why nobody gets places any more; null where they do. */
function closedBy(event: ClubEvent, now: Date): 'begun' | 'withdrawn' | null {
  if (!isPublished(event.status)) return 'withdrawn'
  return hasBegun(event.summary, now.getTime()) ? 'begun' : null
}

/** Takes places of an event, for which the caller has locked the member. Null where it has them. */
async function take(
  db: ActingTransaction,
  { alias, quantity, mayExceed }: { alias: string; quantity: number; mayExceed: boolean },
): Promise<{ kind: 'full'; free: number } | { kind: 'unknown' } | null> {
  const held = await lockEvent(db, alias)
  if (!held) return { kind: 'unknown' }
  if (!fits(held, quantity)) {
    if (!mayExceed) return { kind: 'full', free: Math.max(0, (held.places ?? 0) - held.taken) }
    await raisePlaces(db, alias, quantity)
  }
  await changeTaken(db, alias, quantity)
  return null
}

const record = (
  db: ActingTransaction,
  action: 'registration_add' | 'registration_promote',
  { ref_no: id, member_id: memberId, quantity, alias }: EventRegistrationRow,
) =>
  recordAct(db, {
    action,
    subject: { kind: 'registration', id },
    memberId,
    after: { state: 'registered', quantity, event: alias },
  })

/** Gives places to a guest who waits, before those who wait longer. */
export async function promoteGuest(
  db: ActingPool,
  { refNo, mayExceed, now, notify }: Giving & { refNo: string },
): Promise<Promoted> {
  const known = await findRegistrationByReference(db, refNo)
  const event = known && (await findByAlias(db, known.alias))
  if (!known || !event) return { kind: 'unknown' }
  const { alias } = event
  return inTurn(placesOf(alias), () =>
    inTransaction(db, async (transaction): Promise<Promoted> => {
      const member = await lockMember(transaction, known.member_id)
      await lockEvent(transaction, alias)
      const row = await findRegistrationById(transaction, known.id)
      if (!row || row.state === 'cancelled' || !member.active) return { kind: 'unknown' }
      if (row.state === 'registered') return { kind: 'unchanged' }
      if (member.suspended_at !== null) return { kind: 'suspended' }
      const closed = closedBy(event, now)
      if (closed) return { kind: closed }
      const refusal = await take(transaction, { alias, quantity: row.quantity, mayExceed })
      if (refusal) return refusal
      await setRegistrationState(transaction, row.id, { state: 'registered', now })
      await record(transaction, 'registration_promote', row)
      await tellAboutEvent(transaction, row, { about: { kind: 'event_promoted' }, event, now, notify })
      return { kind: 'registered' }
    }),
  )
}

/** Registers a member for an event on the club's behalf. */
export async function addGuest(
  db: ActingPool,
  { alias, memberId, quantity, mayExceed, now, notify }: Giving & { alias: string; memberId: string; quantity: number },
): Promise<Added> {
  const event = await findByAlias(db, alias)
  if (!event) return { kind: 'unknown' }
  if (!(await findMember(db, memberId))) return { kind: 'unknown_member' }
  return inTurn(placesOf(alias), () =>
    inTransaction(db, async (transaction): Promise<Added> => {
      const member = await lockMember(transaction, memberId)
      if (!member.active) return { kind: 'closed' }
      if (member.suspended_at !== null) return { kind: 'suspended' }
      const closed = closedBy(event, now)
      if (closed) return { kind: closed }
      await lockEvent(transaction, alias)
      const states = new Set((await findRegistrationsFor(transaction, alias, memberId)).map(({ state }) => state))
      if (states.has('registered')) return { kind: 'unchanged' }
      if (states.has('waiting')) return { kind: 'waiting' }
      const refusal = await take(transaction, { alias, quantity, mayExceed })
      if (refusal) return refusal
      const row = await addEventRegistration(transaction, {
        alias,
        member_id: memberId,
        quantity,
        state: 'registered',
        ref_no: newReference(),
        created_at: now,
        changed_at: now,
      })
      await record(transaction, 'registration_add', row)
      await tellAboutEvent(transaction, row, { about: { kind: 'event_registered' }, event, now, notify })
      return { kind: 'registered' }
    }),
  )
}
