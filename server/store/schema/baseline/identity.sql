-- The built-in identity provider, passkeys, and who is signed in. Only hashes of tokens and links are stored.

-- The provider's accounts. The id is the subject.
create table identity_accounts (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  email_verified boolean not null default false,
  language text not null default 'en' check (language in ('en', 'tc', 'sc')),
  created_at timestamptz not null default now(),
  -- When whoever made the account accepted the privacy policy and the terms; null where nobody was asked.
  consented_at timestamptz,
  -- When the account was offered a passkey, which happens once.
  passkey_offered_at timestamptz);
-- Accounts whose address nobody has proved, by age: they are deleted.
create index identity_accounts_unproved on identity_accounts (created_at) where not email_verified;

-- Mailed links that confirm an account, each with the password that was chosen with it.
create table identity_links (
  token_hash text primary key,
  account_id uuid not null references identity_accounts on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  password_hash text,
  -- The code beside the link, hashed like a password: it works for less long, and for a few tries.
  code_hash text,
  code_expires_at timestamptz,
  code_tries smallint not null default 0);
create index identity_links_by_age on identity_links (expires_at);
create index identity_links_by_account on identity_links (account_id);

-- Mailed links that choose a new password.
create table password_resets (
  token_hash text primary key,
  account_id uuid not null references identity_accounts on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz);
create index password_resets_by_account on password_resets (account_id);
create index password_resets_by_age on password_resets (expires_at);

-- Mailed links that prove a new address. Under another password than the one it was asked for with, a link does not
-- work.
create table email_changes (
  token_hash text primary key,
  account_id uuid not null references identity_accounts on delete cascade,
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  password_hash text not null);
create index email_changes_by_account on email_changes (account_id);
create index email_changes_by_age on email_changes (expires_at);

-- Changes of a verified address that its member no longer reads: asked for by one member of staff, confirmed by another,
-- and made after some days, once whoever reads the new address has said that it is theirs, unless somebody ends it.
create table address_changes (
  id bigint generated always as identity primary key,
  member_id uuid not null references members,
  account_id uuid not null references identity_accounts on delete cascade,
  email_from text not null,
  email_to text not null check (email_to = lower(email_to)),
  -- How the member has proved who they are.
  proof text not null,
  reason text not null,
  -- Like `actor` of an act.
  asked_by text not null,
  asked_at timestamptz not null,
  confirmed_by text check (confirmed_by <> asked_by),
  due_at timestamptz,
  -- Of the link to the old address, which ends it.
  token_hash text unique,
  -- Of the link to the new address, which proves that address, or ends it.
  proof_token_hash text unique,
  proved_at timestamptz,
  ended_at timestamptz,
  done_at timestamptz,
  check ((confirmed_by is null) = (due_at is null)),
  check ((confirmed_by is null) = (token_hash is null)),
  check ((confirmed_by is null) = (proof_token_hash is null)),
  check (proved_at is null or confirmed_by is not null),
  check (done_at is null or (proved_at is not null and ended_at is null)));
create unique index address_changes_open on address_changes (member_id) where ended_at is null and done_at is null;
create index address_changes_due on address_changes (due_at) where ended_at is null and done_at is null;
create index address_changes_by_age on address_changes (asked_at);
create index address_changes_by_account on address_changes (account_id);

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

-- An address that nobody has proved belongs to whoever proves it, with a password of their own: a passkey of whoever
-- had the account before would still open it.
create function end_unproved_passkeys() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin delete from passkeys where account_id = new.id; return null; end $$;
create trigger identity_accounts_taken_over after update of password_hash on identity_accounts
  for each row when (not old.email_verified and old.password_hash <> new.password_hash)
  execute function end_unproved_passkeys();

-- What oidc-provider stores: sessions, grants, codes and interactions. The ids are hashes.
create table identity_payloads (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id));
create index identity_payloads_by_grant on identity_payloads (grant_id);
create index identity_payloads_by_uid on identity_payloads (uid);
create index identity_payloads_by_age on identity_payloads (expires_at);
create index identity_payloads_by_account on identity_payloads ((payload ->> 'accountId'));
create index identity_payloads_by_result on identity_payloads ((payload #>> '{result,login,accountId}'));

-- Sign-ins: the club tokens that descend from one end together.
create table session_families (
  id uuid primary key,
  member_id uuid not null references members,
  provider_grant text unique,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- What it was made with, as its member reads it.
  browser text,
  device text);
create index session_families_by_member on session_families (member_id);
create index session_families_by_age on session_families (ends_at);

-- Club tokens.
create table sessions (
  token_hash text primary key,
  member_id uuid not null references members,
  family_id uuid not null references session_families on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  replaced_at timestamptz,
  successor_salt text,
  revoked_at timestamptz);
create index sessions_by_member on sessions (member_id);
create index sessions_by_family on sessions (family_id);
create index sessions_by_age on sessions (expires_at);

-- id_tokens that have logged somebody in, until they expire: each works once.
create table spent_id_tokens (hash text primary key, expires_at timestamptz not null);
create index spent_id_tokens_by_age on spent_id_tokens (expires_at);

-- Whoever closes an account or changes a password, by this server or by hand, ends every sign-in in the same
-- transaction: first the provider's grants, then the families, then the tokens, like whoever signs in. So neither waits
-- for the other, and a sign-in that is just beginning is seen: an interaction keeps who has signed in until the browser
-- returns from it. Last come the sessions of staff.
create function end_sign_ins(subject text) returns void language sql set search_path = public, pg_temp as $$
  delete from identity_payloads where payload ->> 'accountId' = subject;
  delete from identity_payloads where payload #>> '{result,login,accountId}' = subject;
  update session_families set ended_at = now() from members
    where members.id = member_id and provider_subject = subject
    and provider_issuer = 'built-in' and ended_at is null;
  update sessions set revoked_at = now() from members
    where members.id = member_id and provider_subject = subject
    and provider_issuer = 'built-in' and revoked_at is null;
  delete from staff_sessions where account_id::text = subject $$;

create function end_sign_ins_of_account() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin perform end_sign_ins(new.id::text); return null; end $$;
create trigger identity_accounts_password_changed after update of password_hash on identity_accounts
  for each row when (old.password_hash <> new.password_hash) execute function end_sign_ins_of_account();

-- Ends the sign-ins of one member, not of everyone with that subject.
create function end_sign_ins_of_member() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if new.provider_issuer = 'built-in' then
      delete from identity_payloads where payload ->> 'accountId' = new.provider_subject;
    end if;
    update session_families set ended_at = now() where member_id = new.id and ended_at is null;
    update sessions set revoked_at = now() where member_id = new.id and revoked_at is null;
    return null;
  end $$;
create trigger members_closed after update of active on members
  for each row when (old.active and not new.active) execute function end_sign_ins_of_member();
