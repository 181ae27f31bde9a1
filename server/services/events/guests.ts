import type { AnswerOf } from '#contract/endpoint.ts'
import type { markAttendance as markAttendanceEndpoint } from '#contract/staff/events.ts'
import {
  type EventRegistrationRow,
  findRegistrationById,
  findRegistrationByReference,
  lockEvent,
  setAttended,
  findGuests,
} from '#server/store/spending/eventRegistrations.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct, recordActs } from '../acts.ts'

/** What became of a mark; everything but `marked` has changed nothing. */
type MarkedAttendance = AnswerOf<typeof markAttendanceEndpoint>['kind']

/** Notes in a registration how many have come, and records it. */
export async function noteAttended(
  db: ActingTransaction,
  row: Pick<EventRegistrationRow, 'id' | 'ref_no' | 'member_id' | 'attended' | 'alias'>,
  { attended, at }: { attended: number; at: Date | null },
): Promise<void> {
  await setAttended(db, row.id, { attended, at: attended === 0 ? null : at })
  await recordAct(db, {
    action: 'attendance_mark',
    subject: { kind: 'registration', id: row.ref_no },
    memberId: row.member_id,
    before: { attended: row.attended },
    after: { attended, event: row.alias },
  })
}

/** `isOpen`: whether whoever marks it works at an event's door. */
interface Mark {
  refNo: string
  before: number
  attended: number
  isOpen: (alias: string) => Promise<boolean>
  now: Date
}

/** Notes how many of a registration's places were taken at the door. */
export async function markAttendance(
  db: ActingPool,
  { refNo, before, attended, isOpen, now }: Mark,
): Promise<MarkedAttendance> {
  const known = await findRegistrationByReference(db, refNo)
  if (!known || !(await isOpen(known.alias))) return 'unknown'
  return inTransaction(db, async (transaction) => {
    await lockEvent(transaction, known.alias)
    const row = await findRegistrationById(transaction, known.id)
    if (row?.state !== 'registered') return 'not_registered'
    if (attended > row.quantity) return 'too_many'
    if (attended === row.attended) return 'unchanged'
    // Two doors that each let one in would otherwise count one.
    if (before !== row.attended) return 'changed'
    await noteAttended(transaction, row, { attended, at: attended > row.attended ? now : null })
    return 'marked'
  })
}

/** Who comes to an event or waits, as it is exported. */
export type Guest = Awaited<ReturnType<typeof findGuests>>[number]

/** The guests of an event, and who waits. That their names were exported is recorded for each of them. */
export function exportGuests(db: ActingPool, { alias, reason }: { alias: string; reason: string }): Promise<Guest[]> {
  return inTransaction(db, async (transaction) => {
    const guests = await findGuests(transaction, alias)
    const members = [...new Set(guests.map(({ memberId }) => memberId))]
    const subject = { kind: 'event', id: alias } as const
    await recordActs(
      transaction,
      members.map((memberId) => ({ action: 'guests_export', subject, memberId, reason })),
    )
    return guests
  })
}
