-- Who has done what with what is a member's or the club's: staff, commands and timers. Written in the transaction of
-- the change, and never changed. The member is no reference: an act outlives an account that is deleted.
create table staff_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- `cli:USER`, `timer:NAME`, `staff:ID`, or `unknown` for what was done before acts were kept.
  actor text not null check (actor <> ''),
  role text,
  action text not null,
  subject_kind text not null,
  subject_id text,
  member_id uuid,
  before jsonb,
  after jsonb,
  reason text);
create index staff_acts_by_subject on staff_acts (subject_kind, subject_id, id);
create index staff_acts_by_member on staff_acts (member_id, id) where member_id is not null;
create index staff_acts_by_time on staff_acts (at);
create trigger staff_acts_append_only before update or delete on staff_acts
  for each row execute function refuse_change();
create trigger staff_acts_not_emptied before truncate on staff_acts execute function refuse_change();

-- What was done before acts were kept.
insert into staff_acts (at, actor, action, subject_kind, subject_id, member_id, reason)
  select entry.created_at, 'unknown',
    case when returned.ticket_no is not null then 'ticket_return' when entry.delta_balance > 0 then 'points_grant'
      else 'points_revoke' end,
    'entry', entry.id::text, entry.member_id, adjustment.reason
  from point_adjustments adjustment join point_transactions entry on entry.id = adjustment.transaction_id
  left join tickets returned on returned.ticket_no = entry.reference and entry.code = 'Return/Refund/Exchange'
  order by entry.created_at, entry.id;
insert into staff_acts (at, actor, action, subject_kind, subject_id, reason)
  select returned_at, 'unknown', 'ticket_return', 'ticket', ticket_no, return_reason
  from tickets where returned_at is not null order by returned_at;
insert into staff_acts (at, actor, action, subject_kind, subject_id, member_id)
  select used_at, 'unknown', 'voucher_use', 'voucher', vouchers.id::text, entry.member_id
  from vouchers join point_transactions entry on entry.id = vouchers.transaction_id
  where used_at is not null order by used_at;
insert into staff_acts (at, actor, action, subject_kind, subject_id, member_id, reason)
  select refunded_at, 'unknown', 'refund_note', 'payment', pay_ref, placed.member_id, refund_note
  from payments left join payment_orders placed on placed.order_ref = payments.order_ref
  where refunded_at is not null order by refunded_at;
insert into staff_acts (at, actor, action, subject_kind, subject_id, member_id)
  select sent_at, 'unknown', 'conversion_send', 'conversion', ref_no, entry.member_id
  from miles_conversions join point_transactions entry on entry.id = miles_conversions.transaction_id
  where sent_at is not null order by sent_at;
insert into staff_acts (actor, action, subject_kind, subject_id, member_id, reason)
  select 'unknown', case ya_status when 'Approved' then 'youth_approve' else 'youth_reject' end,
    'application', id::text, id, ya_reason
  from members where ya_status in ('Approved', 'Rejected') order by members.id;
