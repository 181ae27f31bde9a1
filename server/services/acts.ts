import * as v from 'valibot'
import {
  type ActFacts,
  type ActionName,
  actions,
  type LookAction,
  type ReasonedAction,
  type UndoableAction,
} from '#contract/staff/actions.ts'
import type { ActingTask } from '#contract/staff/acts.ts'
import type { Undo } from '#contract/staff/schemas.ts'
import { type ActSubject, addActs, isAnyOwnMember } from '#server/store/staffActs.ts'
import { openUndo, type UndoableAct } from '#server/store/undoableActs.ts'
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

/** Whoever has opened the link in a mail to the old or new address of a member, as acts name them. */
export const linkActor = (address: 'old' | 'new'): Actor => ({ name: `link:${address}`, role: null })

/** A machine of the box office, as acts name it. */
export const keyActor = (name: string): Actor => ({ name: `key:${name}`, role: null })

interface ActFields {
  subject: ActSubject
  /** Whom it concerns; null where that is nobody. */
  memberId: string | null
  /** What was there, and is there now, without secrets or what names a person. */
  before?: ActFacts
  after?: ActFacts
}

/** What was done. An action that needs a reason has one. */
type ActOf<Name extends ActionName> =
  | (ActFields & { action: Extract<Name, ReasonedAction>; reason: string })
  | (ActFields & { action: Exclude<Name, ReasonedAction>; reason?: undefined })
export type Act = ActOf<ActionName>

/** Somebody of the staff may not do this to their own membership: nothing is done. */
export class OwnMemberAct extends Error {
  override readonly name = 'OwnMemberAct'
}

const isByOthers = (action: ActionName) => 'byOthers' in actions[action]

/** Throws where one of these acts is about the membership of whoever does it, and others have to. */
export async function refuseOwn(
  db: ActingTransaction,
  acts: readonly { action: ActionName; memberId: string | null }[],
): Promise<void> {
  const { name } = db.actor
  if (!name.startsWith('staff:')) return
  const memberIds = acts.flatMap(({ action, memberId }) => (memberId !== null && isByOthers(action) ? [memberId] : []))
  if (memberIds.length > 0 && (await isAnyOwnMember(db, name.slice('staff:'.length), memberIds)))
    throw new OwnMemberAct('Somebody else has to do this')
}

/**
 * Records what the transaction's actor has done in it. Resolves to the acts' ids.
 *
 * @throws OwnMemberAct
 */
export async function recordActs(db: ActingTransaction, acts: readonly Act[]): Promise<string[]> {
  if (acts.length === 0) return []
  await refuseOwn(db, acts)
  const rows = acts.map(({ before = null, after = null, reason = null, ...act }) => ({
    actor: db.actor.name,
    role: db.actor.role,
    ...act,
    before,
    after,
    reason,
  }))
  return addActs(db, rows)
}

/** What an act is about that concerns a member’s account. */
export const aboutAccount = (memberId: string) => ({ subject: { kind: 'account', id: memberId } as const, memberId })

/** Records one act. */
export async function recordAct(db: ActingTransaction, act: Act): Promise<void> {
  await recordActs(db, [act])
}

/**
 * Records one act that can be undone for a while. The mails about it get what this resolves to, and wait.
 *
 * @param facts what undoing it needs, as far as the act does not say so
 */
export async function recordUndoableAct(
  db: ActingTransaction,
  act: ActOf<UndoableAction>,
  facts: object = {},
): Promise<Undo> {
  const [id] = await recordActs(db, [act])
  if (id === undefined) throw new Error('An act was not recorded')
  return { act: id, until: (await openUndo(db, id, facts)).toISOString() }
}

/** A moment among the facts of an act. */
export const FactMoment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)

/**
 * Undoes an act, in the transaction that also removes its mails. `spent`: the member has used some of the points;
 * `changed`: what the act has changed is another by now. What it has done until then, is rolled back.
 */
export type Inverse = (db: ActingTransaction, act: UndoableAct, now: Date) => Promise<'undone' | 'spent' | 'changed'>

/** Records that somebody is about to read what there is of a member: nobody looks without a record. */
export function recordLook(db: ActingPool, action: LookAction, memberId: string): Promise<void> {
  return inTransaction(db, (transaction) => recordAct(transaction, { action, ...aboutAccount(memberId) }))
}
