import {
  type ActFacts,
  type ActionName,
  actions,
  type LookAction,
  type ReasonedAction,
} from '#contract/staff/actions.ts'
import type { ActingTask } from '#contract/staff/acts.ts'
import { type ActSubject, addActs, isAnyOwnMember } from '#server/store/staffActs.ts'
import type { ActingPool, ActingTransaction, Actor } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** The names of the periodic tasks that leave acts. */
export type PeriodicActor = Exclude<ActingTask, 'Demo season'>

/** A periodic task, as acts name it. */
export const taskActor = (name: ActingTask): Actor => ({ name: `timer:${name}`, role: null })

/** Somebody of the staff, as acts name them, in the role that allows what they do; null where it needs none. */
export const staffActor = (accountId: string, role: string | null = null): Actor => ({
  name: `staff:${accountId}`,
  role,
})

interface ActFields {
  subject: ActSubject
  /** Whom it concerns; null where that is nobody. */
  memberId: string | null
  /** What was there, and is there now, without secrets or what names a person. */
  before?: ActFacts
  after?: ActFacts
}

/** What was done. An action that needs a reason has one. */
export type Act =
  | (ActFields & { action: ReasonedAction; reason: string })
  | (ActFields & { action: Exclude<ActionName, ReasonedAction>; reason?: undefined })

/** Somebody of the staff may not do this to their own membership: nothing is done. */
export class OwnMemberAct extends Error {
  override readonly name = 'OwnMemberAct'
}

const isByOthers = (action: ActionName) => 'byOthers' in actions[action]

/** Throws where one of these acts is about the membership of whoever does it, and others have to. */
async function refuseOwn(db: ActingTransaction, acts: readonly Act[]): Promise<void> {
  const { name } = db.actor
  if (!name.startsWith('staff:')) return
  const memberIds = acts.flatMap(({ action, memberId }) => (memberId !== null && isByOthers(action) ? [memberId] : []))
  if (memberIds.length > 0 && (await isAnyOwnMember(db, name.slice('staff:'.length), memberIds)))
    throw new OwnMemberAct('Somebody else has to do this')
}

/**
 * Records what the transaction's actor has done in it.
 *
 * @throws OwnMemberAct
 */
export async function recordActs(db: ActingTransaction, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return
  await refuseOwn(db, acts)
  const rows = acts.map(({ before = null, after = null, reason = null, ...act }) => ({
    actor: db.actor.name,
    role: db.actor.role,
    ...act,
    before,
    after,
    reason,
  }))
  await addActs(db, rows)
}

/** What an act is about that concerns a member’s account. */
export const aboutAccount = (memberId: string) => ({ subject: { kind: 'account', id: memberId } as const, memberId })

/** Records one act. */
export function recordAct(db: ActingTransaction, act: Act): Promise<void> {
  return recordActs(db, [act])
}

/** Records that somebody is about to read what there is of a member: nobody looks without a record. */
export function recordLook(db: ActingPool, action: LookAction, memberId: string): Promise<void> {
  return inTransaction(db, (transaction) => recordAct(transaction, { action, ...aboutAccount(memberId) }))
}
