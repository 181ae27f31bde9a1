import type { AnswerOf } from '#contract/endpoint.ts'
import type { markAttendance as markAttendanceEndpoint } from '#contract/staff/events.ts'
import {
  findRegistrationById,
  findRegistrationByReference,
  lockEvent,
  setAttended,
} from '#server/store/spending/eventRegistrations.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'

/** What became of a mark; everything but `marked` has changed nothing. */
export type MarkedAttendance = AnswerOf<typeof markAttendanceEndpoint>['kind']

/** Notes how many of a registration's places were taken at the door. */
export async function markAttendance(
  db: ActingPool,
  { refNo, before, attended }: { refNo: string; before: number; attended: number },
): Promise<MarkedAttendance> {
  const known = await findRegistrationByReference(db, refNo)
  if (!known) return 'unknown'
  return inTransaction(db, async (transaction) => {
    await lockEvent(transaction, known.alias)
    const row = await findRegistrationById(transaction, known.id)
    if (row?.state !== 'registered') return 'not_registered'
    if (attended > row.quantity) return 'too_many'
    if (attended === row.attended) return 'unchanged'
    // Two doors that each let one in would otherwise count one.
    if (before !== row.attended) return 'changed'
    await setAttended(transaction, row.id, attended)
    await recordAct(transaction, {
      action: 'attendance_mark',
      subject: { kind: 'registration', id: row.ref_no },
      memberId: row.member_id,
      before: { attended: row.attended },
      after: { attended, event: row.alias },
    })
    return 'marked'
  })
}
