import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { youthStatuses } from '#contract/member.ts'
import { nextYouthStatus, type YouthEvent, type YouthStatus } from '#server/domain/youth.ts'
import { lockMember } from '#server/store/members.ts'
import type { Database } from '#server/store/tables.ts'
import { findYouthStatus, setYouthStatus } from '#server/store/youth.ts'

/** A member's status in the young audience scheme. */
export async function readYouthStatus(db: Transaction<Database>, memberId: string): Promise<YouthStatus> {
  return v.parse(v.picklist(youthStatuses), await findYouthStatus(db, memberId))
}

/** Moves a member's application on. Locks the member's row. Resolves to null, and changes nothing, when the event is refused. */
export async function moveApplication(
  db: Transaction<Database>,
  memberId: string,
  event: YouthEvent,
): Promise<YouthStatus | null> {
  await lockMember(db, memberId)
  const next = nextYouthStatus(await readYouthStatus(db, memberId), event)
  if (next !== null) await setYouthStatus(db, memberId, next)
  return next
}
