import { type Kysely, sql } from 'kysely'

/**
 * The ledger guards itself: what a bucket holds follows from its debits, an entry from its buckets and debits, a ticket's points from its
 * claim. Checked at the end of each transaction, for new rows only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Checks a row when its transaction commits, by a function that gets the id in `column`. */
const checkAtCommit = (table: string, events: string, check: string, column: string) =>
  `create constraint trigger ${table}_${check} after ${events} on ${table} deferrable initially deferred
     for each row execute function ${check}('${column}')`

const guarded = ['point_transactions', 'point_buckets', 'point_bucket_debits', 'ticket_claims']

const statements = [
  `insert into locks (name) values ('roles')`,
  `create index point_bucket_debits_by_bucket on point_bucket_debits (bucket_id)`,
  `alter table point_transactions add constraint point_transactions_sign check (
     case when code in ('Scan ticket', 'Completed Profile') then delta_balance >= 0
          when code in ('Reward Redemption', 'Asia Miles Redemption', 'Points Expired') then delta_balance < 0
          else true end) not valid`,
  `create function check_bucket() returns trigger language plpgsql as $$
     declare
       bucket point_buckets;
       taken bigint;
     begin
       select * into bucket from point_buckets where id = (to_jsonb(new) ->> tg_argv[0])::bigint;
       select coalesce(sum(amount), 0) into taken from point_bucket_debits where bucket_id = bucket.id;
       if bucket.remaining <> bucket.earned - taken then
         raise exception 'bucket % holds %, but its debits leave %', bucket.id, bucket.remaining, bucket.earned - taken
           using errcode = 'check_violation';
       end if;
       return null;
     end $$`,
  `create function check_entry() returns trigger language plpgsql as $$
     declare
       entry point_transactions;
       given bigint;
       taken bigint;
     begin
       select * into entry from point_transactions where id = (to_jsonb(new) ->> tg_argv[0])::bigint;
       select coalesce(sum(earned), 0) into given from point_buckets
         where transaction_id = entry.id and member_id = entry.member_id;
       select coalesce(sum(debit.amount), 0) into taken
         from point_bucket_debits debit join point_buckets bucket on bucket.id = debit.bucket_id
         where debit.transaction_id = entry.id and bucket.member_id = entry.member_id;
       if entry.delta_balance <> given - taken then
         raise exception 'entry % is %, but its buckets and debits make %', entry.id, entry.delta_balance, given - taken
           using errcode = 'check_violation';
       end if;
       if entry.code = 'Scan ticket' and not exists (
         select from ticket_claims where ticket_no = entry.reference and transaction_id = entry.id) then
         raise exception 'entry % gives the points of a ticket that is not claimed', entry.id
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
  checkAtCommit('point_buckets', 'insert or update', 'check_bucket', 'id'),
  checkAtCommit('point_bucket_debits', 'insert', 'check_bucket', 'bucket_id'),
  checkAtCommit('point_transactions', 'insert', 'check_entry', 'id'),
  checkAtCommit('point_buckets', 'insert', 'check_entry', 'transaction_id'),
  checkAtCommit('point_bucket_debits', 'insert', 'check_entry', 'transaction_id'),
  checkAtCommit('ticket_claims', 'insert or update', 'check_claim', 'ticket_no'),
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
