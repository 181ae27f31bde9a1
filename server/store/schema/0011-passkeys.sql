-- Who serves the club, and how they sign in; passkeys of accounts, members' too. Only hashes of tokens are stored.

insert into locks (name) values ('staff');

-- Members of staff, by the account that they sign in to. The account is no reference: acts name it for good.
create table staff_members (
  account_id uuid primary key,
  -- As they were invited.
  email text not null,
  roles text[] not null check (roles <> '{}'),
  -- Like `actor` of an act.
  invited_by text not null,
  joined_at timestamptz not null,
  ended_at timestamptz,
  -- Those of the demo season, who sign in with its public password on a loopback address.
  is_demo boolean not null default false);

-- A member of staff who is signed in. Whoever has to prove to be there again begins another one.
create table staff_sessions (
  token_hash text primary key,
  account_id uuid not null references staff_members on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  browser text,
  device text);
create index staff_sessions_by_account on staff_sessions (account_id);
create index staff_sessions_by_age on staff_sessions (expires_at);

-- One-time links that make somebody a member of staff.
create table staff_invitations (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  email text not null,
  roles text[] not null check (roles <> '{}'),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was used or revoked.
  ended_at timestamptz);
create index staff_invitations_by_age on staff_invitations (expires_at);

-- An account's passkeys.
create table passkeys (
  -- The credential's id, in base64url.
  id text primary key,
  account_id uuid not null references identity_accounts on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether it signs in to the pages of staff: it came by an invitation, or was added by somebody signed in there.
  for_staff boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz);
create index passkeys_by_account on passkeys (account_id);

-- What a browser is asked to sign, once.
create table passkey_challenges (
  challenge_hash text primary key,
  -- What it is for: an answer to one kind is none to another.
  purpose text not null,
  -- Whose it is; null where anybody may sign in.
  account_id uuid references identity_accounts on delete cascade,
  expires_at timestamptz not null);
create index passkey_challenges_by_age on passkey_challenges (expires_at);

-- When the account was offered a passkey, which happens once.
alter table identity_accounts add column passkey_offered_at timestamptz;

-- What a sign-in was made with, as its member reads it.
alter table session_families add column browser text;
alter table session_families add column device text;

-- As before, with the sessions of staff.
create or replace function end_sign_ins(subject text) returns void language sql set search_path = public, pg_temp as $$
  delete from identity_payloads where payload ->> 'accountId' = subject;
  delete from identity_payloads where payload #>> '{result,login,accountId}' = subject;
  update session_families set ended_at = now() from members
    where members.id = member_id and provider_subject = subject
    and provider_issuer = 'built-in' and ended_at is null;
  update sessions set revoked_at = now() from members
    where members.id = member_id and provider_subject = subject
    and provider_issuer = 'built-in' and revoked_at is null;
  delete from staff_sessions where account_id::text = subject $$;

-- An address that nobody has proved belongs to whoever proves it, with a password of their own: a passkey of whoever
-- had the account before would still open it.
create function end_unproved_passkeys() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin delete from passkeys where account_id = new.id; return null; end $$;
create trigger identity_accounts_taken_over after update of password_hash on identity_accounts
  for each row when (not old.email_verified and old.password_hash <> new.password_hash)
  execute function end_unproved_passkeys();
