-- Who serves the club, where they are signed in, and what they have done. Only hashes of tokens are stored.

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
  -- When they last proved to be there; null where they never did.
  last_sign_in_at timestamptz,
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

-- Keys by which machines of the box office call the club. None is deleted: acts name it.
create table api_keys (
  id bigint generated always as identity primary key,
  name text not null unique,
  -- One of `keyPermissions` (contract/staff/roles.ts).
  permission text not null,
  secret_hash text not null unique,
  -- Like `actor` of an act.
  made_by text not null,
  made_at timestamptz not null,
  -- To the minute.
  last_used_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  constraint api_keys_end_has_doer check ((ended_at is null) = (ended_by is null)));

-- Who has done what with what is a member's or the club's: staff, commands, timers and machines. Written in the transaction of
-- the change, and never changed, but for a reason that goes with the member's account. The member is no reference: an
-- act outlives an account that is deleted.
create table staff_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- `cli:USER`, `timer:NAME`, `staff:ID`, `key:NAME`, or `link:old` or `link:new` by the address that got a mail.
  actor text not null check (actor <> ''),
  role text,
  action text not null,
  subject_kind text not null,
  subject_id text,
  member_id uuid,
  before jsonb,
  after jsonb,
  reason text);
create index staff_acts_by_subject on staff_acts (subject_kind, subject_id, id);
create index staff_acts_by_member on staff_acts (member_id, id) where member_id is not null;
create index staff_acts_by_time on staff_acts (at);
-- Whoever looks at a member leaves one act a day of Hong Kong, however often and through how many servers.
create unique index staff_acts_looks
  on staff_acts (member_id, actor, coalesce(role, ''), action, ((at at time zone 'Asia/Hong_Kong')::date))
  where action in ('member_read', 'member_search');
create trigger staff_acts_append_only before update or delete on staff_acts
  for each row execute function refuse_all_but_forgetting();
create trigger staff_acts_not_emptied before truncate on staff_acts execute function refuse_change();

-- What staff have written on a member for each other. It goes with the account.
create table member_notes (
  id bigint generated always as identity primary key,
  member_id uuid not null references members,
  text text not null,
  -- Like `actor` of an act.
  written_by text not null,
  written_at timestamptz not null default now());
create index member_notes_by_member on member_notes (member_id, id);

-- Acts that can be undone for a while, by the database's clock: servers' clocks differ. Undoing locks the row first.
create table undoable_acts (
  act_id bigint primary key references staff_acts,
  ends_at timestamptz not null default clock_timestamp() + interval '30 seconds',
  -- What was there before, as far as the act does not say so; emptied after a day.
  facts jsonb not null default '{}',
  -- The act that has undone it.
  undone_by bigint unique references staff_acts);

-- What editors have begun with entries of the contents, and not published: no public answer reads it.
create table content_drafts (
  group_name text not null,
  key text not null,
  -- Fields and texts; null: the entry is to be removed.
  content jsonb,
  -- The hash of what was published when it was saved.
  base text,
  -- Another one after every saving: it says whether somebody else has saved since.
  revision uuid not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (group_name, key));

-- Each publishing of an entry on the pages of staff, with the entry before and after it.
create table content_publications (
  act_id bigint primary key references staff_acts,
  group_name text not null,
  key text not null,
  before jsonb,
  after jsonb,
  -- Where it stands, or stood, in its group.
  position integer not null,
  published_at timestamptz not null);
create index content_publications_by_entry on content_publications (group_name, key, act_id);
