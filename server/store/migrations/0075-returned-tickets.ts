import { type Kysely, sql } from 'kysely'

/**
 * Tickets that were returned before anybody had claimed them. A claim of one is refused as a conflict, so that it runs again: a server then reads
 * that the ticket was returned, and one of the version before, which cannot, asks the phone to try later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table tickets add column returned_at timestamptz, add column return_reason text,
     add constraint tickets_return_has_reason check ((returned_at is null) = (return_reason is null)) not valid`,
  // The lock orders a claim and a return: whoever comes second sees the other. Of the owner, because the server's role may not lock tickets.
  `create function refuse_returned_ticket() returns trigger
     language plpgsql security definer set search_path = public, pg_temp as $$
     declare
       returned timestamptz;
     begin
       select returned_at into returned from tickets where ticket_no = new.ticket_no for share;
       if returned is not null then
         raise exception 'the ticket % was returned', new.ticket_no using errcode = 'serialization_failure';
       end if;
       return new;
     end $$`,
  `create trigger ticket_claims_not_returned before insert on ticket_claims
     for each row execute function refuse_returned_ticket()`,
]
