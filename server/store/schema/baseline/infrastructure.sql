-- What every server of the database shares beside the club itself: guards, locks, keys and limits.

-- Keeps rows as they are, by a trigger. Every function of the schema names its search path, or a temporary table would
-- stand in for the one that it checks.
create function refuse_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin raise exception '% is append-only', tg_table_name; end $$;

-- What staff have written about a member goes with the account: reasons are emptied, and nothing else of an act or an
-- adjustment ever changes.
create function refuse_all_but_forgetting() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if tg_op = 'UPDATE' and coalesce(new.reason, '') = '' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
      return new;
    end if;
    raise exception '% is append-only', tg_table_name;
  end $$;

-- Names that serialise rare work, such as an import of contents: a lock on a row also works behind a pooler.
create table locks (name text primary key);
insert into locks (name) values ('contents'), ('roles'), ('season'), ('signing-keys'), ('staff'), ('upgrade-tokens');

-- The private keys that tickets, id_tokens and cookies are signed with, as JWKs.
create table signing_keys (
  kid text primary key,
  purpose text not null check (purpose in ('ticket', 'identity', 'cookie')),
  jwk jsonb not null,
  created_at timestamptz not null default now(),
  -- When it stops counting, because another one has taken its place; null for one that goes on.
  retires_at timestamptz);

-- Attempts that are limited, counted for all servers. Nothing is lost with them in a crash, so they are not logged.
create unlogged table rate_limits (
  key text primary key,
  used integer not null,
  strikes integer not null,
  resets_at timestamptz not null);
create index rate_limits_by_age on rate_limits (resets_at);

-- When something has last happened that operators rely on: a test email, a backup, a run of each periodic task.
create table moments (
  what text primary key,
  at timestamptz not null);
