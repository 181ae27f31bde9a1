import { type Kysely, sql } from 'kysely'

/**
 * The ledger's guards see the schema's own tables, whatever temporary ones a session creates, and a ticket gives the points of its price.
 * A function that a later migration creates or replaces needs `set search_path`, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const functions = [
  'refuse_change()',
  'check_entry()',
  'check_bucket()',
  'check_debit()',
  'check_claim()',
  'end_sign_ins(text)',
  'end_sign_ins_of_member()',
  'end_sign_ins_of_account()',
]

const statements = [
  // The price's points are those of `pointsOfTicket` in contract/ticket.ts.
  `create or replace function check_claim() returns trigger language plpgsql as $$
     declare
       given integer;
       due numeric;
     begin
       if new.transaction_id is null then
         return null;
       end if;
       select entry.delta_balance into given from point_transactions entry where entry.id = new.transaction_id
         and entry.member_id = new.member_id and entry.reference = new.ticket_no and entry.code = 'Scan ticket';
       if given is null then
         raise exception 'the claim of ticket % names an entry of something else', new.ticket_no
           using errcode = 'check_violation';
       end if;
       select floor(amount) into due from tickets where ticket_no = new.ticket_no;
       if given <> due then
         raise exception 'ticket % gives % points, and its price gives %', new.ticket_no, given, due
           using errcode = 'check_violation';
       end if;
       return null;
     end $$`,
  ...functions.map((signature) => `alter function ${signature} set search_path = public, pg_temp`),
]
