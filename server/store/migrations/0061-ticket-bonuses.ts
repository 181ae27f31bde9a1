import { type Kysely, sql } from 'kysely'

/**
 * Bonuses on tickets: by which factor an entry multiplies a ticket's points. An entry of such a type that came otherwise, as all earlier ones
 * did, has neither ticket nor factor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table ticket_bonuses (
     transaction_id bigint primary key references point_transactions,
     ticket_no text references tickets,
     factor numeric(3, 1) check (factor > 1 and factor <= 10),
     check ((ticket_no is null) = (factor is null)))`,
  `create index ticket_bonuses_by_ticket on ticket_bonuses (ticket_no)`,
  `insert into ticket_bonuses (transaction_id)
     select id from point_transactions where code in (
       'Birthday Double Points', 'Christmas birthday double points 2023', 'Scan Ticket Thanksgiving',
       'Scan Thanksgiving', 'Scan ticket with bonus')`,
  // The points are those of bonusPoints in contract/bonus.ts.
  `create function check_ticket_bonus() returns trigger language plpgsql set search_path = public, pg_temp as $$
     begin
       if new.ticket_no is not null and not exists (
         select from point_transactions entry
         join ticket_claims claim on claim.ticket_no = new.ticket_no and claim.member_id = entry.member_id
         join tickets ticket on ticket.ticket_no = new.ticket_no
         where entry.id = new.transaction_id and entry.reference = new.ticket_no and claim.transaction_id is not null
           and entry.delta_balance = floor(floor(ticket.amount) * (new.factor - 1))) then
         raise exception 'entry % is not the bonus of ticket %', new.transaction_id, new.ticket_no
           using errcode = 'check_violation';
       end if;
       return null;
     end $$`,
  `create constraint trigger check_ticket_bonus_of_insert after insert on ticket_bonuses deferrable initially deferred
     for each row execute function check_ticket_bonus()`,
  `create trigger ticket_bonuses_append_only before update or delete on ticket_bonuses
     for each row execute function refuse_change()`,
  `create trigger ticket_bonuses_not_emptied before truncate on ticket_bonuses execute function refuse_change()`,
]
