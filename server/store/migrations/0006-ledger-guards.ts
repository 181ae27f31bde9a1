import { type Kysely, sql } from 'kysely'

/**
 * The ledger guards itself: what a bucket holds follows from its debits, an entry from its buckets and debits, a ticket's points from its
 * claim. Checked at the end of each transaction, for new rows only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Checks a row when its transaction commits. */
const checkAtCommit = (table: string, event: string, check: string) =>
  `create constraint trigger ${check}_of_${event} after ${event} on ${table} deferrable initially deferred
     for each row execute function ${check}()`

const guarded = ['point_transactions', 'point_buckets', 'point_bucket_debits', 'ticket_claims']

const statements = [
  `insert into locks (name) values ('roles')`,
  `create index point_bucket_debits_by_bucket on point_bucket_debits (bucket_id)`,
  `alter table point_transactions add constraint point_transactions_sign check (
     case when code in ('Scan ticket', 'Completed Profile') then delta_balance >= 0
          when code in ('Reward Redemption', 'Asia Miles Redemption', 'Points Expired') then delta_balance < 0
          else true end) not valid`,
  // An entry gives points by one bucket, or takes them by debits.
  `create function check_entry() returns trigger language plpgsql as $$
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
     end $$`,
  `create function check_bucket() returns trigger language plpgsql as $$
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
     end $$`,
  `create function check_debit() returns trigger language plpgsql as $$
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
     end $$`,
  `create function check_claim() returns trigger language plpgsql as $$
     begin
       if new.transaction_id is not null and not exists (
         select from point_transactions entry where entry.id = new.transaction_id
           and entry.member_id = new.member_id and entry.reference = new.ticket_no and entry.code = 'Scan ticket') then
         raise exception 'the claim of ticket % names an entry of something else', new.ticket_no
           using errcode = 'check_violation';
       end if;
       return null;
     end $$`,
  checkAtCommit('point_transactions', 'insert', 'check_entry'),
  checkAtCommit('point_buckets', 'insert', 'check_bucket'),
  checkAtCommit('point_buckets', 'update', 'check_bucket'),
  checkAtCommit('point_bucket_debits', 'insert', 'check_debit'),
  checkAtCommit('ticket_claims', 'insert', 'check_claim'),
  checkAtCommit('ticket_claims', 'update', 'check_claim'),
  `create trigger point_buckets_fixed before update on point_buckets for each row
     when ((old.id, old.member_id, old.transaction_id, old.earned, old.expires_at)
       is distinct from (new.id, new.member_id, new.transaction_id, new.earned, new.expires_at))
     execute function refuse_change()`,
  `create trigger ticket_claims_fixed before update on ticket_claims for each row
     when (old.transaction_id is not null
       or (old.ticket_no, old.member_id) is distinct from (new.ticket_no, new.member_id))
     execute function refuse_change()`,
  `create trigger point_buckets_kept before delete on point_buckets for each row execute function refuse_change()`,
  `create trigger ticket_claims_kept before delete on ticket_claims for each row execute function refuse_change()`,
  ...guarded.map(
    (table) => `create trigger ${table}_not_emptied before truncate on ${table} execute function refuse_change()`,
  ),
]
