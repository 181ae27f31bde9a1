-- What members get for points, and the places of events. Rewards and events are named by their keys in the contents,
-- which outlast an import.

-- What there is of a reward in all, and how much of it was redeemed: never more.
create table reward_stock (
  alias text primary key,
  stock integer not null check (stock >= 0),
  redeemed integer not null default 0,
  check (redeemed between 0 and stock));

-- What an entry of the ledger redeemed. `ref_no` is what the member quotes to the club.
create table redemptions (
  transaction_id bigint primary key references point_transactions,
  reward_alias text not null,
  quantity integer not null check (quantity > 0),
  ref_no text not null unique);
create trigger redemptions_append_only before update or delete on redemptions
  for each row execute function refuse_change();
create trigger redemptions_not_emptied before truncate on redemptions execute function refuse_change();

-- How a redemption is handed over. Closing an account removes the address.
create table deliveries (
  transaction_id bigint primary key references redemptions,
  method text check (method in ('Mail', 'Email', 'On-site pick-up')),
  address jsonb);

-- Where a redemption is that goes by post: without a row it is ordered. Closing an account removes the tracking note.
create table parcels (
  transaction_id bigint primary key references deliveries,
  state text not null check (state in ('packed', 'sent', 'returned')),
  changed_at timestamptz not null,
  tracking text);

-- What a member shows for one piece.
create table vouchers (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references redemptions,
  code text not null unique,
  expires_at timestamptz,
  used_at timestamptz);
create index vouchers_by_redemption on vouchers (transaction_id);
-- What expires soon.
create index vouchers_by_end on vouchers (expires_at) where used_at is null and expires_at is not null;

-- Redemptions that staff have given back, and the entry that gave the points back. Their vouchers are void, and neither
-- the stock nor a member's maximum counts them.
create table returned_redemptions (
  transaction_id bigint primary key references redemptions,
  entry_id bigint not null unique references point_transactions);
create trigger returned_redemptions_append_only before update or delete on returned_redemptions
  for each row execute function refuse_change();
create trigger returned_redemptions_not_emptied before truncate on returned_redemptions
  execute function refuse_change();

-- A void voucher opens no door, whoever marks it.
create function refuse_void_voucher() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if exists (select from returned_redemptions where transaction_id = new.transaction_id) then
      raise exception 'voucher % is void', new.id;
    end if;
    return new;
  end $$;
create trigger vouchers_void before update of used_at on vouchers
  for each row when (new.used_at is not null) execute function refuse_void_voucher();

-- Points that an entry converted to airline miles, whose account gets them, which closing an account removes, and when
-- the airline was told. `airline_reference` is what the airline calls it, once it has answered.
create table miles_conversions (
  transaction_id bigint primary key references point_transactions,
  ref_no text not null unique,
  miles integer not null check (miles > 0),
  membership_no text,
  first_name text,
  last_name text,
  sent_at timestamptz,
  airline_reference text check (airline_reference <> ''));

-- The places of an event (null: without a limit), and how many are taken: never more.
create table event_places (
  alias text primary key,
  places integer check (places >= 0),
  taken integer not null default 0 check (taken >= 0),
  check (places is null or taken <= places));

-- Places that a member has, waits for, or gave back. They are read in the order of their times, which is that of the
-- event's lock.
create table event_registrations (
  id bigint generated always as identity primary key,
  alias text not null references event_places,
  member_id uuid not null references members,
  quantity integer not null check (quantity > 0),
  -- How many of the places were taken at the door.
  attended integer not null default 0 check (attended between 0 and quantity),
  -- When the last of them was; null where nobody has come, and where the time is not known.
  arrived_at timestamptz check (arrived_at is null or attended > 0),
  state text not null check (state in ('registered', 'waiting', 'cancelled')),
  ref_no text not null unique,
  created_at timestamptz not null,
  changed_at timestamptz not null);
create index event_registrations_by_time on event_registrations (alias, created_at);
create index event_registrations_waiting_by_time on event_registrations (alias, created_at, id)
  where state = 'waiting';
create index event_registrations_by_member_and_time on event_registrations (member_id, created_at desc, id desc);
create index event_registrations_of_member on event_registrations (alias, member_id) where state <> 'cancelled';

-- Stocks and places follow the contents, whoever writes them; never below what members have.
create function contents_inventory() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if new.group_name = 'rewards'
      and (tg_op = 'INSERT' or new.fields->'stock' is distinct from old.fields->'stock') then
      insert into reward_stock as held (alias, stock) values (new.key, coalesce(
          case when new.fields->>'stock' ~ '^[0-9]{1,9}$' then (new.fields->>'stock')::integer end, 0))
        on conflict (alias) do update set stock = greatest(excluded.stock, held.redeemed);
    elsif new.group_name = 'events'
      and (tg_op = 'INSERT' or new.fields->'event_quota' is distinct from old.fields->'event_quota') then
      insert into event_places as held (alias, places) values (new.key,
          case when new.fields->>'event_quota' ~ '^[0-9]{1,9}$' then (new.fields->>'event_quota')::integer end)
        on conflict (alias) do update set
          places = case when excluded.places is null then null else greatest(excluded.places, held.taken) end;
    end if;
    return null;
  end $$;
create trigger contents_inventory after insert or update on contents
  for each row execute function contents_inventory();
