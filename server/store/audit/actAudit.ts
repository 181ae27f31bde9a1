import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { ActionName } from '#contract/staff/actions.ts'
import { type ActSubject, stands } from '../staffActs.ts'
import { ownedBy } from './audit.ts'
import type { Database } from '../tables.ts'

/** The last act of one of these kinds on a subject; an entry stays where its act was undone. */
function lastAct(kind: ActSubject['kind'], id: RawBuilder<unknown>, ...actions: readonly ActionName[]) {
  return sql<string | null>`(
    select action from staff_acts
    where subject_kind = ${kind} and subject_id = ${id} and action = any(${actions}::text[])
      and (${kind} = 'entry' or ${stands})
    order by staff_acts.id desc limit 1)`
}

const adjusted = lastAct('entry', sql`transaction_id::text`, 'points_grant', 'points_revoke', 'ticket_return')
const used = lastAct('voucher', sql`vouchers.id::text`, 'voucher_use', 'voucher_unuse')
const marked = lastAct('parcel', sql`ref_no`, 'parcel_pack', 'parcel_send', 'parcel_return', 'parcel_put_back')
const suspended = lastAct('account', sql`members.id::text`, 'member_suspend', 'member_resume')
const decided = lastAct('application', sql`members.id::text`, 'youth_approve', 'youth_reject')

/**
 * Adjustments, returned tickets, imports of tickets and their undoing, marks of vouchers and parcels, refunds,
 * conversions that were sent, decisions and suspensions of which no act says who made them; and what an act says of
 * vouchers, imports and suspensions that they have not.
 */
export async function findUnrecorded(db: Transaction<Database>, memberId?: string): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'adjustment of entry ' || entry.id as what from point_adjustments
      join point_transactions entry on entry.id = transaction_id
      where ${adjusted} is null and ${ownedBy(memberId, 'entry.member_id')}
    union all select 'return of ticket ' || ticket_no from tickets
      where returned_at is not null and ${lastAct('ticket', sql`ticket_no`, 'ticket_return')} is null
        and ${memberId === undefined}
    union all select 'import of tickets ' || id from ticket_imports
      where ${lastAct('tickets', sql`ticket_imports.id::text`, 'tickets_import')} is null and ${memberId === undefined}
    union all select 'undoing of import ' || id from ticket_imports
      where (undone_at is not null) <> (${lastAct('tickets', sql`ticket_imports.id::text`, 'tickets_undo')} is not null)
        and ${memberId === undefined}
    union all select 'mark of voucher ' || vouchers.id from vouchers
      join point_transactions entry on entry.id = transaction_id
      where (used_at is not null) <> (${used} is not distinct from 'voucher_use')
        and ${ownedBy(memberId, 'entry.member_id')}
    union all select 'refund of payment ' || pay_ref from payments
      left join payment_orders placed on placed.order_ref = payments.order_ref
      where refunded_at is not null and ${lastAct('payment', sql`pay_ref`, 'refund_note')} is null
        and ${ownedBy(memberId, 'placed.member_id')}
    union all select 'sending of conversion ' || ref_no from miles_conversions
      join point_transactions entry on entry.id = transaction_id
      where sent_at is not null and ${lastAct('conversion', sql`ref_no`, 'conversion_send')} is null
        and ${ownedBy(memberId, 'entry.member_id')}
    union all select 'mark of parcel ' || ref_no from parcels
      join redemptions on redemptions.transaction_id = parcels.transaction_id
      join point_transactions entry on entry.id = parcels.transaction_id
      where ${marked} is distinct from
          case state when 'packed' then 'parcel_pack' when 'sent' then 'parcel_send' else 'parcel_return' end
        and ${ownedBy(memberId, 'entry.member_id')}
    union all select 'decision on the application of member ' || members.id from members
      where ya_status in ('Approved', 'Rejected')
        and ${decided} is distinct from case ya_status when 'Approved' then 'youth_approve' else 'youth_reject' end
        and ${ownedBy(memberId, 'members.id')}
    union all select 'suspension of member ' || members.id from members
      where (suspended_at is not null) <> (${suspended} is not distinct from 'member_suspend')
        and ${ownedBy(memberId, 'members.id')}
    order by what`.execute(db)
  return rows.map(({ what }) => what)
}
