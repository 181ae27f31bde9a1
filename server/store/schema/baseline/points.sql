-- The ledger. It guards itself: what a bucket holds follows from its debits, an entry from its buckets and debits. Each
-- is checked when its transaction commits, whoever writes.

-- Every change of a member's points, for good. Each cause (type and reference) applies once.
create table point_transactions (
  id bigint generated always as identity primary key,
  member_id uuid not null references members,
  created_at timestamptz not null default now(),
  code text not null constraint point_transactions_code check (code in (
    'Scan ticket', 'Scan ticket with bonus', 'Scan ticket without bonus', 'Scan Ticket Thanksgiving',
    'Scan Thanksgiving', 'Completed Profile', 'Upgrade to Red', 'Upgrade to Gold', 'Birthday Double Points',
    'Christmas birthday double points 2023', '2324 season subscription points', 'Reward Redemption',
    'Asia Miles Redemption', 'Points Expired', 'Bulk Import', 'Return/Refund/Exchange')),
  description jsonb,
  delta_balance integer not null,
  reference text not null,
  unique (code, reference),
  constraint point_transactions_sign check (
    case when code in ('Scan ticket', 'Completed Profile') then delta_balance >= 0
         when code in ('Reward Redemption', 'Asia Miles Redemption', 'Points Expired') then delta_balance < 0
         else true end));
-- Entries are read in the order of their times: ids name rows, and order nothing.
create index point_transactions_by_member_and_time on point_transactions (member_id, created_at desc, id desc);
create unique index point_transactions_profile_bonus_once on point_transactions (member_id)
  where code = 'Completed Profile';
create unique index point_transactions_upgrade_bonus_once on point_transactions (member_id, code)
  where code in ('Upgrade to Red', 'Upgrade to Gold');
create trigger point_transactions_append_only before update or delete on point_transactions
  for each row execute function refuse_change();
create trigger point_transactions_not_emptied before truncate on point_transactions execute function refuse_change();

-- Points that were earned together, and expire together.
create table point_buckets (
  id bigint generated always as identity primary key,
  member_id uuid not null references members,
  transaction_id bigint not null unique references point_transactions,
  earned integer not null check (earned > 0),
  remaining integer not null check (remaining between 0 and earned),
  expires_at timestamptz);
create index point_buckets_live on point_buckets (member_id, expires_at) where remaining > 0;
-- What expires soon.
create index point_buckets_by_end on point_buckets (expires_at) where remaining > 0 and expires_at is not null;
create trigger point_buckets_fixed before update on point_buckets for each row
  when ((old.id, old.member_id, old.transaction_id, old.earned, old.expires_at)
    is distinct from (new.id, new.member_id, new.transaction_id, new.earned, new.expires_at))
  execute function refuse_change();
create trigger point_buckets_kept before delete on point_buckets for each row execute function refuse_change();
create trigger point_buckets_not_emptied before truncate on point_buckets execute function refuse_change();

-- What an entry took from which bucket.
create table point_bucket_debits (
  transaction_id bigint not null references point_transactions,
  bucket_id bigint not null references point_buckets,
  amount integer not null check (amount > 0),
  primary key (transaction_id, bucket_id));
create index point_bucket_debits_by_bucket on point_bucket_debits (bucket_id);
create trigger point_bucket_debits_append_only before update or delete on point_bucket_debits
  for each row execute function refuse_change();
create trigger point_bucket_debits_not_emptied before truncate on point_bucket_debits execute function refuse_change();

-- Why an operator has given or taken points; empty once the member's account is deleted.
create table point_adjustments (
  transaction_id bigint primary key references point_transactions,
  reason text not null);
create trigger point_adjustments_append_only before update or delete on point_adjustments
  for each row execute function refuse_all_but_forgetting();
create trigger point_adjustments_not_emptied before truncate on point_adjustments execute function refuse_change();

-- An entry gives points by one bucket, or takes them by debits; a ticket's points need its claim.
create function check_entry() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if new.delta_balance > 0 then
      if not exists (select from point_buckets where transaction_id = new.id) then
        raise exception 'entry % gives points to no bucket', new.id using errcode = 'check_violation';
      end if;
    elsif new.delta_balance <> -(
      select coalesce(sum(amount), 0) from point_bucket_debits where transaction_id = new.id) then
      raise exception 'entry % is %, but its debits make another sum', new.id, new.delta_balance
        using errcode = 'check_violation';
    end if;
    if new.code = 'Scan ticket' and not exists (
      select from ticket_claims where ticket_no = new.reference and transaction_id = new.id) then
      raise exception 'entry % gives the points of a ticket that is not claimed', new.id
        using errcode = 'check_violation';
    end if;
    return null;
  end $$;
create constraint trigger check_entry_of_insert after insert on point_transactions deferrable initially deferred
  for each row execute function check_entry();

create function check_bucket() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if tg_op = 'INSERT' and not exists (
      select from point_transactions where id = new.transaction_id
        and member_id = new.member_id and delta_balance = new.earned) then
      raise exception 'bucket % has other points than its entry', new.id using errcode = 'check_violation';
    end if;
    -- The row may have changed again since. A new bucket that holds all of its points has no debits.
    if (tg_op = 'UPDATE' or new.remaining <> new.earned) and exists (
      select from point_buckets bucket where bucket.id = new.id and bucket.remaining <> bucket.earned - (
        select coalesce(sum(amount), 0) from point_bucket_debits where bucket_id = bucket.id)) then
      raise exception 'bucket % holds other points than its debits leave', new.id using errcode = 'check_violation';
    end if;
    return null;
  end $$;
create constraint trigger check_bucket_of_insert after insert on point_buckets deferrable initially deferred
  for each row execute function check_bucket();
create constraint trigger check_bucket_of_update after update on point_buckets deferrable initially deferred
  for each row execute function check_bucket();

create function check_debit() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if not exists (
      select from point_buckets bucket join point_transactions entry on entry.member_id = bucket.member_id
      where bucket.id = new.bucket_id and entry.id = new.transaction_id
        and bucket.remaining = bucket.earned - (
          select coalesce(sum(amount), 0) from point_bucket_debits where bucket_id = bucket.id)
        and entry.delta_balance = -(
          select coalesce(sum(amount), 0) from point_bucket_debits where transaction_id = entry.id)) then
      raise exception 'a debit of bucket % agrees with neither its bucket nor its entry', new.bucket_id
        using errcode = 'check_violation';
    end if;
    return null;
  end $$;
create constraint trigger check_debit_of_insert after insert on point_bucket_debits deferrable initially deferred
  for each row execute function check_debit();
