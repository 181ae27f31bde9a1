-- Concerts, tickets and their imports, and who has got the points of a ticket.

-- Imports of tickets: each is one record, and can be undone as a whole while nobody has used any of its tickets.
create table ticket_imports (
  id bigint generated always as identity primary key,
  -- The name of the file.
  file text not null,
  imported_at timestamptz not null,
  added integer not null,
  performances integer not null,
  unchanged integer not null,
  bad integer not null,
  undone_at timestamptz);

-- Concerts. Settlement makes pending claims into points once, when the concert is over.
create table performances (
  id text primary key,
  name jsonb not null,
  venue jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  settled_at timestamptz,
  -- By which import it came; null where it came by none.
  import_id bigint references ticket_imports);
create index performances_by_import on performances (import_id) where import_id is not null;

-- Tickets that outlets have sold. One may be returned before anybody has claimed it.
create table tickets (
  ticket_no text primary key,
  performance_id text not null references performances,
  code text not null,
  code_hash text not null unique,
  seat text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  returned_at timestamptz,
  return_reason text,
  -- By which import it came; null where it came by none.
  import_id bigint references ticket_imports,
  constraint tickets_return_has_reason check ((returned_at is null) = (return_reason is null)));
create index tickets_by_performance on tickets (performance_id);
create index tickets_by_import on tickets (import_id) where import_id is not null;

-- Which member has scanned which ticket. Only they may claim it, so that a guessed number is worthless.
create table ticket_sightings (
  member_id uuid not null references members,
  ticket_no text not null references tickets,
  seen_at timestamptz not null,
  primary key (member_id, ticket_no));
-- For a ticket's story, and for the undoing of an import.
create index ticket_sightings_by_ticket on ticket_sightings (ticket_no);

-- Claimed tickets, each by one member, once; pending until the ledger has the points.
create table ticket_claims (
  ticket_no text primary key references tickets,
  member_id uuid not null references members,
  claimed_at timestamptz not null,
  transaction_id bigint unique references point_transactions);
create index ticket_claims_by_member_and_time on ticket_claims (member_id, claimed_at desc);
create index ticket_claims_pending on ticket_claims (ticket_no) where transaction_id is null;
create trigger ticket_claims_fixed before update on ticket_claims for each row
  when (old.transaction_id is not null
    or (old.ticket_no, old.member_id) is distinct from (new.ticket_no, new.member_id))
  execute function refuse_change();
create trigger ticket_claims_kept before delete on ticket_claims for each row execute function refuse_change();
create trigger ticket_claims_not_emptied before truncate on ticket_claims execute function refuse_change();

-- A ticket gives the points of its price: those of `pointsOfTicket` in contract/scan/ticket.ts.
create function check_claim() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
  end $$;
create constraint trigger check_claim_of_insert after insert on ticket_claims deferrable initially deferred
  for each row execute function check_claim();
create constraint trigger check_claim_of_update after update on ticket_claims deferrable initially deferred
  for each row execute function check_claim();

-- A claim of a returned ticket is refused as a conflict, so that it runs again and reads that it was returned. The lock
-- orders a claim and a return: whoever comes second sees the other. The owner's function: the server's role may not
-- lock tickets.
create function refuse_returned_ticket() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    returned timestamptz;
  begin
    select returned_at into returned from tickets where ticket_no = new.ticket_no for share;
    if returned is not null then
      raise exception 'the ticket % was returned', new.ticket_no using errcode = 'serialization_failure';
    end if;
    return new;
  end $$;
create trigger ticket_claims_not_returned before insert on ticket_claims
  for each row execute function refuse_returned_ticket();

-- By which factor an entry multiplies a ticket's points. An entry of such a type that came otherwise has neither ticket
-- nor factor.
create table ticket_bonuses (
  transaction_id bigint primary key references point_transactions,
  ticket_no text references tickets,
  factor numeric(3, 1) check (factor > 1 and factor <= 10),
  check ((ticket_no is null) = (factor is null)));
create index ticket_bonuses_by_ticket on ticket_bonuses (ticket_no);
create trigger ticket_bonuses_append_only before update or delete on ticket_bonuses
  for each row execute function refuse_change();
create trigger ticket_bonuses_not_emptied before truncate on ticket_bonuses execute function refuse_change();

-- The points are those of `bonusPoints` in contract/scan/bonus.ts.
create function check_ticket_bonus() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
  end $$;
create constraint trigger check_ticket_bonus_of_insert after insert on ticket_bonuses deferrable initially deferred
  for each row execute function check_ticket_bonus();
