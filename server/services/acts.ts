import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import { type ActionName, actions, type LookAction, type ReasonedAction } from '#contract/staff/actions.ts'
import { type ActingTask, isActingTask } from '#contract/staff/acts.ts'
import { type ActSubject, addActs, isAnyOwnMember } from '#server/store/staffActs.ts'
import type { ActFacts } from '#server/store/tables/staffTables.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** Who does something that is not a member's own doing. */
export interface Actor {
  /** A command's user of the operating system, a periodic task, or a member of staff. */
  actor: `cli:${string}` | `timer:${ActingTask}` | `staff:${string}`
  /** The role in which a member of staff does it; null for commands and timers. */
  role: string | null
}

const actors = new AsyncLocalStorage<Actor>()

/** Does all of `work` as somebody. */
export function runAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work)
}

/** The names of the periodic tasks that leave acts. */
export type PeriodicActor = Exclude<ActingTask, 'Demo season'>

/** Does the work of a periodic task: as that task, where it is one that leaves acts. */
export function runAsTask<T>(name: string, work: () => T): T {
  return isActingTask(name) ? runAs({ actor: `timer:${name}`, role: null }, work) : work()
}

/** Who does this, as acts name them. */
export function actingName(): string {
  const by = actors.getStore()
  if (!by) throw new Error('Nobody is named who does this')
  return by.actor
}

/** Whether this is somebody else's work than a member's own. */
export const hasActor = (): boolean => actors.getStore() !== undefined

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
async function refuseOwn(db: Transaction<Database>, { actor }: Actor, acts: readonly Act[]): Promise<void> {
  if (!actor.startsWith('staff:')) return
  const memberIds = acts.flatMap(({ action, memberId }) => (memberId !== null && isByOthers(action) ? [memberId] : []))
  if (memberIds.length > 0 && (await isAnyOwnMember(db, actor.slice('staff:'.length), memberIds)))
    throw new OwnMemberAct('Somebody else has to do this')
}

/**
 * Records who has done what, in the transaction that does it.
 *
 * @throws OwnMemberAct
 */
export async function recordActs(db: Transaction<Database>, acts: readonly Act[]): Promise<void> {
  const by = actors.getStore()
  if (!by) throw new Error('Nobody is named who does this')
  if (acts.length === 0) return
  await refuseOwn(db, by, acts)
  const rows = acts.map(({ before = null, after = null, reason = null, ...act }) => ({
    ...by,
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
export function recordAct(db: Transaction<Database>, act: Act): Promise<void> {
  return recordActs(db, [act])
}

/** Records that somebody is about to read what there is of a member: nobody looks without a record. */
export function recordLook(db: ConnectionPool, action: LookAction, memberId: string): Promise<void> {
  return inTransaction(db, (transaction) => recordAct(transaction, { action, ...aboutAccount(memberId) }))
}
