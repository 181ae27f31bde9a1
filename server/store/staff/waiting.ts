import { type Kysely, sql } from 'kysely'
import { methodsWith } from '#contract/spending/deliveryMethods.ts'
import { isKept } from '../spending/redemptions.ts'
import type { Database } from '../tables.ts'

/** How many of something wait, and since when the first does. */
export interface Waiting {
  count: number
  since: Date | null
}

/** What may wait. */
type WaitingKind = 'applications' | 'parcels' | 'conversions' | 'refunds' | 'performances' | 'mails'

/** What waits for staff, in one statement. */
export async function countWaiting(db: Kysely<Database>, now: Date): Promise<Record<WaitingKind, Waiting>> {
  const { rows } = await sql<Waiting & { kind: WaitingKind }>`
    select 'applications' as kind, count(*)::int as count, min(stored_at) as since
      from members left join student_cards on member_id = members.id where ya_status = 'Pending Approval' and active
    union all select 'parcels', count(*)::int, min(entry.created_at)
      from deliveries delivery join point_transactions entry on entry.id = delivery.transaction_id
      left join parcels on parcels.transaction_id = delivery.transaction_id
      where delivery.method = any(${methodsWith('needsAddress')}) and delivery.address is not null
        and coalesce(parcels.state, 'ordered') in ('ordered', 'packed', 'returned')
        and ${isKept('delivery.transaction_id')}
    union all select 'conversions', count(*)::int, min(entry.created_at)
      from miles_conversions conversion join point_transactions entry on entry.id = conversion.transaction_id
      where sent_at is null and membership_no is not null
    union all select 'refunds', count(*)::int, min(received_at)
      from payments where outcome = 'refund' and refunded_at is null
    union all select 'performances', count(*)::int, min(ends_at)
      from performances where ends_at <= ${now} and settled_at is null
    union all select 'mails', count(*)::int, min(failed_at) from mailbox where failed_at is not null`.execute(db)
  const none = { count: 0, since: null }
  const of = (kind: WaitingKind) => rows.find((row) => row.kind === kind) ?? none
  return {
    applications: of('applications'),
    parcels: of('parcels'),
    conversions: of('conversions'),
    refunds: of('refunds'),
    performances: of('performances'),
    mails: of('mails'),
  }
}

/** Who looks. `actor`: like that of an act. */
interface WaitingViewer {
  actor: string
  isOwner: boolean
}

/**
 * Whose changes of a lost address somebody can confirm, and since when each waits, the oldest first: of open accounts,
 * asked for by others, and where the member serves the club, for owners alone.
 */
export function findChangesToConfirm(
  db: Kysely<Database>,
  { actor, isOwner }: WaitingViewer,
): Promise<{ memberId: string; at: Date }[]> {
  return db
    .selectFrom('address_changes as change')
    .innerJoin('members', 'members.id', 'change.member_id')
    .leftJoin('staff_members as staff', (join) =>
      join.onRef('staff.account_id', '=', 'change.account_id').on('staff.ended_at', 'is', null),
    )
    .where('change.confirmed_by', 'is', null)
    .where('change.ended_at', 'is', null)
    .where('change.asked_by', '<>', actor)
    .where('members.active', '=', true)
    .$if(!isOwner, (changes) => changes.where('staff.account_id', 'is', null))
    .select(['change.member_id as memberId', 'change.asked_at as at'])
    .orderBy('change.asked_at')
    .execute()
}
