import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TimelineKind } from '#contract/staff/members.ts'
import type { Database } from '../tables.ts'

/** The place of something in a timeline: its moment, to the microsecond, and its key. */
interface Place {
  at: string
  key: string
}

/** Something that has happened to a member. `facts`: as `TimelineItem` has them (contract/staff/members.ts). */
interface TimelineRow extends Place {
  kind: TimelineKind
  facts: Record<string, unknown>
}

/** An entry that is told by the ticket, reward or conversion that it belongs to, but for points that came later. */
const isToldElsewhere = sql`(code in ('Reward Redemption', 'Asia Miles Redemption') or exists (
  select from ticket_claims claim where claim.transaction_id = entry.id
    and entry.created_at < claim.claimed_at + interval '1 minute'))`

/** Which of the acts are shown. Those beside which another item says the same are left out, unless asked for. */
const actsOf = (memberId: string, condition: RawBuilder<unknown>) => sql`
  select act.at, 'act ' || act.id as key,
    case when action in ('member_read', 'member_search') then 'look' else 'act' end as kind,
    jsonb_build_object('by', actor, 'role', role, 'action', action, 'before', before, 'after', after,
      'reason', reason, 'isUndone', coalesce(undone_by is not null, false)) as facts
  from staff_acts act left join undoable_acts on act_id = act.id
  where act.member_id = ${memberId} and ${condition}`

const isLook = sql`action in ('member_read', 'member_search')`
const saysMore = sql`not (${isLook} or action in ('tier_give', 'tier_renew')
  or (action in ('points_grant', 'points_revoke') and subject_kind = 'entry'))`

/** A member's mails: those that wait, failed or are only shown, to the present address, and those that were sent. */
const mailsOf = (memberId: string) => sql`
  select mail.created_at as at, 'mail ' || mail.id as key, 'mail' as kind,
    jsonb_build_object('mail', mail.kind, 'changedAt', failed_at, 'state',
      case when failed_at is not null then 'failed' when due_at is not null then 'queued' else 'kept' end) as facts
  from mailbox mail where recipient = (select email from members where id = ${memberId})
  union all
  select created_at, 'sent ' || id, 'mail', jsonb_build_object('mail', kind, 'state', 'sent', 'changedAt', sent_at)
  from sent_mails where member_id = ${memberId}`

/** Where each kind of it is read. Each finds the member's rows by an index, and never others'. */
const sources: Record<TimelineKind, (memberId: string) => RawBuilder<unknown>> = {
  membership: (memberId) => sql`
    select created_at as at, 'member ' || id as key, 'membership' as kind,
      jsonb_build_object('tier', null, 'source', null, 'until', null) as facts
    from members where id = ${memberId}
    union all
    select starts_at, 'tier ' || id, 'membership', jsonb_build_object('tier', tier, 'source', source, 'until', ends_at)
    from memberships where member_id = ${memberId}`,
  scan: (memberId) => sql`
    select claimed_at as at, 'scan ' || claim.ticket_no as key, 'scan' as kind,
      jsonb_build_object('ticketNo', claim.ticket_no, 'concert', performance.name, 'amount', amount,
        'points', case when entry.created_at < claimed_at + interval '1 minute' then entry.delta_balance end) as facts
    from ticket_claims claim join tickets ticket on ticket.ticket_no = claim.ticket_no
    join performances performance on performance.id = performance_id
    left join point_transactions entry on entry.id = claim.transaction_id
    where claim.member_id = ${memberId}`,
  points: (memberId) => sql`
    select entry.created_at as at, 'points ' || entry.id as key, 'points' as kind,
      jsonb_build_object('code', code, 'points', delta_balance, 'balance', balance, 'by', act.actor,
        'cause', coalesce(adjustment.reason, case when code = 'Scan ticket' then reference end)) as facts
    from (select *, sum(delta_balance) over (order by created_at, id)::int as balance
      from point_transactions where member_id = ${memberId}) entry
    left join point_adjustments adjustment on adjustment.transaction_id = entry.id
    left join staff_acts act on adjustment.transaction_id is not null and act.subject_kind = 'entry'
      and act.subject_id = entry.id::text and act.action in ('points_grant', 'points_revoke')
    where not ${isToldElsewhere}`,
  reward: (memberId) => sql`
    select entry.created_at as at, 'reward ' || entry.id as key, 'reward' as kind,
      jsonb_build_object('refNo', ref_no, 'alias', reward_alias, 'quantity', quantity, 'points', delta_balance) as facts
    from point_transactions entry join redemptions on transaction_id = entry.id where member_id = ${memberId}`,
  miles: (memberId) => sql`
    select entry.created_at as at, 'miles ' || entry.id as key, 'miles' as kind,
      jsonb_build_object('refNo', ref_no, 'miles', miles, 'points', delta_balance, 'account', membership_no,
        'sentAt', sent_at) as facts
    from point_transactions entry join miles_conversions on transaction_id = entry.id where member_id = ${memberId}`,
  event: (memberId) => sql`
    select created_at as at, 'event ' || id as key, 'event' as kind,
      jsonb_build_object('refNo', ref_no, 'alias', alias, 'quantity', quantity, 'state', state,
        'changedAt', changed_at) as facts
    from event_registrations where member_id = ${memberId}`,
  payment: (memberId) => sql`
    select coalesce(received_at, created_at) as at,
      'paid ' || encode(sha256(convert_to(coalesce(pay_ref, placed.order_ref), 'UTF8')), 'hex') as key, 'payment' as kind,
      jsonb_build_object('orderRef', placed.order_ref, 'payRef', pay_ref, 'purpose', purpose, 'amount', placed.amount::text,
        'what', case when pay_ref is null then 'unpaid' when outcome = 'refund' then 'to_refund' else 'paid' end) as facts
    from payment_orders placed left join payments on payments.order_ref = placed.order_ref
    where member_id = ${memberId}
    union all
    select refunded_at, 'refund ' || encode(sha256(convert_to(pay_ref, 'UTF8')), 'hex'), 'payment',
      jsonb_build_object('orderRef', placed.order_ref, 'payRef', pay_ref, 'purpose', purpose,
        'amount', placed.amount::text, 'what', 'refunded')
    from payment_orders placed join payments on payments.order_ref = placed.order_ref
    where member_id = ${memberId} and refunded_at is not null`,
  mail: mailsOf,
  act: (memberId) => actsOf(memberId, sql`not ${isLook}`),
  look: (memberId) => actsOf(memberId, isLook),
}

const everything = (memberId: string) => [
  ...(['membership', 'scan', 'points', 'reward', 'miles', 'event', 'payment', 'mail'] as const).map((kind) =>
    sources[kind](memberId),
  ),
  actsOf(memberId, saysMore),
]

/** What has happened to a member, newest first: of one kind, or everything but looks (null). */
export async function readTimeline(
  db: Kysely<Database>,
  memberId: string,
  { kind, before, limit }: { kind: TimelineKind | null; before: Place | null; limit: number },
): Promise<TimelineRow[]> {
  const read = kind === null ? everything(memberId) : [sources[kind](memberId)]
  const isOlder = before
    ? sql`where (at, key collate "C") < (${before.at}::timestamptz, ${before.key} collate "C")`
    : sql``
  const { rows } = await sql<TimelineRow>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, key, kind, facts
    from (${sql.join(read, sql` union all `)}) happened ${isOlder}
    order by happened.at desc, key collate "C" desc limit ${limit}`.execute(db)
  return rows
}
