import { actions, isUndoable, type UndoableAction } from '#contract/staff/actions.ts'
import { type Role, roleWith } from '#contract/staff/roles.ts'
import { removeMailsAbout } from '#server/store/mailOutbox.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { findUndoableAction, isChangedSince, isUndoOpen, lockUndoable, saveUndone } from '#server/store/undoableActs.ts'
import { type Inverse, recordActs, refuseOwn, staffActor } from './acts.ts'
import { unadmitAll } from './events/door.ts'
import { restoreEvent } from './events/eventChanges.ts'
import { unsendMessage } from './events/guestMessages.ts'
import { reopenApplication } from './membership/youth.ts'
import { takeRefundNoteBack } from './payments/refunds.ts'
import { givePointsBack, takePointsBack } from './points/pointAdjustments.ts'
import { unsendParcel } from './spending/parcels.ts'

/** How each act is undone. */
const inverses: Record<UndoableAction, Inverse> = {
  points_grant: takePointsBack,
  points_revoke: givePointsBack,
  youth_approve: reopenApplication,
  youth_reject: reopenApplication,
  refund_note: takeRefundNoteBack,
  parcel_send: unsendParcel,
  event_change: restoreEvent,
  attendance_all: unadmitAll,
  guests_write: unsendMessage,
}

type NotUndoneKind = 'over' | 'repeated' | 'spent' | 'changed' | 'unknown'

/** Rolls an undoing back: nothing is half done. */
class NotUndone extends Error {
  readonly kind: NotUndoneKind
  constructor(kind: NotUndoneKind) {
    super(kind)
    this.kind = kind
  }
}

/**
 * Undoes an act while its time goes on, as the actor of the pool, who may do the same: what it has changed is as
 * before, and nobody gets a mail about it. See the contract's `undoActs`.
 *
 * @throws OwnMemberAct where somebody else has to do the same
 */
export async function undoAct(db: ActingPool, actId: string, now: Date): Promise<'undone' | NotUndoneKind> {
  try {
    await inTransaction(db, async (transaction) => {
      const act = await lockUndoable(transaction, actId)
      if (!act || !isUndoable(act.action)) throw new NotUndone('unknown')
      const { action, memberId, subjectKind, subjectId } = act
      if (act.undoneBy !== null) throw new NotUndone('repeated')
      if (!(await isUndoOpen(transaction, actId))) throw new NotUndone('over')
      if (await isChangedSince(transaction, act)) throw new NotUndone('changed')
      await refuseOwn(transaction, [{ action, memberId }])
      await removeMailsAbout(transaction, actId)
      const became = await inverses[action](transaction, act, now)
      if (became !== 'undone') throw new NotUndone(became)
      const subject = { kind: subjectKind, id: subjectId }
      const [undoneBy] = await recordActs(transaction, [
        { action: 'act_undo', subject, memberId, after: { undone: action } },
      ])
      if (undoneBy === undefined) throw new Error('An undoing was not recorded')
      await saveUndone(transaction, actId, undoneBy)
      // Asked once more, now that its mails are held: one whose time has come meanwhile may be on its way.
      if (!(await isUndoOpen(transaction, actId))) throw new NotUndone('over')
    })
    return 'undone'
  } catch (error) {
    if (error instanceof NotUndone) return error.kind
    throw error
  }
}

/** Undoes an act as somebody of the staff, in the role that allows them to do the same. */
export async function undoAsStaff(
  db: ActingPool,
  { sub, roles }: { sub: string; roles: readonly Role[] },
  actId: string,
  now: Date,
): Promise<'undone' | 'no_permission' | NotUndoneKind> {
  const action = await findUndoableAction(db, actId)
  if (action === null || !isUndoable(action)) return 'unknown'
  const role = roleWith(roles, actions[action].undo)
  return role === undefined ? 'no_permission' : undoAct(db.actingAs(staffActor(sub, role)), actId, now)
}
