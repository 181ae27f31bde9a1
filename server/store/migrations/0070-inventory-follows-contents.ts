import { type Kysely, sql } from 'kysely'

/**
 * A reward's stock and an event's places follow the contents whoever writes them, also a server from before there were stocks and places;
 * never below what members have. What such a server has added meanwhile gets its row now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const number = (field: string) =>
  `case when new.fields->>'${field}' ~ '^[0-9]{1,9}$' then (new.fields->>'${field}')::integer end`

const statements = [
  `create function contents_inventory() returns trigger language plpgsql set search_path = public, pg_temp as $$
   begin
     if new.group_name = 'rewards'
       and (tg_op = 'INSERT' or new.fields->'stock' is distinct from old.fields->'stock') then
       insert into reward_stock as held (alias, stock) values (new.key, coalesce(${number('stock')}, 0))
         on conflict (alias) do update set stock = greatest(excluded.stock, held.redeemed);
     elsif new.group_name = 'events'
       and (tg_op = 'INSERT' or new.fields->'event_quota' is distinct from old.fields->'event_quota') then
       insert into event_places as held (alias, places) values (new.key, ${number('event_quota')})
         on conflict (alias) do update set
           places = case when excluded.places is null then null else greatest(excluded.places, held.taken) end;
     end if;
     return null;
   end $$`,
  `create trigger contents_inventory after insert or update on contents
     for each row execute function contents_inventory()`,
  `insert into reward_stock (alias, stock)
     select key, case when fields->>'stock' ~ '^[0-9]{1,9}$' then (fields->>'stock')::integer else 0 end
       from contents where group_name = 'rewards' on conflict do nothing`,
  `insert into event_places (alias, places)
     select key, case when fields->>'event_quota' ~ '^[0-9]{1,9}$' then (fields->>'event_quota')::integer end
       from contents where group_name = 'events' on conflict do nothing`,
]
