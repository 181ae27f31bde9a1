-- What every server of the database shares beside the club itself: guards, locks, keys, limits and mails to send.

-- Keeps rows as they are, by a trigger. Every function of the schema names its search path, or a temporary table would
-- stand in for the one that it checks.
create function refuse_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin raise exception '% is append-only', tg_table_name; end $$;

-- Names that serialise rare work, such as an import of contents: a lock on a row also works behind a pooler.
create table locks (name text primary key);
insert into locks (name) values ('contents'), ('roles'), ('season'), ('signing-keys'), ('upgrade-tokens');

-- The private keys that tickets, id_tokens and cookies are signed with, as JWKs.
create table signing_keys (
  kid text primary key,
  purpose text not null check (purpose in ('ticket', 'identity', 'cookie')),
  jwk jsonb not null,
  created_at timestamptz not null default now());

-- Attempts that are limited, counted for all servers. Nothing is lost with them in a crash, so they are not logged.
create unlogged table rate_limits (
  key text primary key,
  used integer not null,
  strikes integer not null,
  resets_at timestamptz not null);
create index rate_limits_by_age on rate_limits (resets_at);

-- Mails: one with a due time waits for the mail server, and is deleted once it is sent; the others are only shown.
create table mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz,
  attempts integer not null default 0);
create index mailbox_due on mailbox (due_at) where due_at is not null;
