-- Mails to send, what members were told once, and the links by which they end mails.

-- Mails: one with a due time waits for the mail server, and is deleted once it is sent; the others are only shown.
create table mailbox (
  id bigint generated always as identity primary key,
  -- What mail servers know it by, the same at every attempt.
  message_id uuid not null default gen_random_uuid(),
  -- What happened: the words are made of it when it is sent, in the reader's language.
  kind text not null,
  facts jsonb not null,
  recipient text not null,
  language text not null,
  -- How the reader is greeted.
  name text,
  -- That of the link which ends mails of its kind.
  unsubscribe_token text,
  created_at timestamptz not null default now(),
  due_at timestamptz,
  attempts integer not null default 0,
  -- One that was given up is kept for a while, for operators to see.
  failed_at timestamptz,
  failure text,
  -- A mail about an act that can be undone waits until that is over, and goes with it.
  act_id bigint references undoable_acts);
create index mailbox_by_act on mailbox (act_id) where act_id is not null;
create index mailbox_due on mailbox (due_at) where due_at is not null;
create index mailbox_failed on mailbox (failed_at) where failed_at is not null;
create index mailbox_by_recipient on mailbox (recipient, created_at);

-- Mails that the mail server has accepted, for some weeks: what they said only where it holds no secret.
create table sent_mails (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Null where it cannot be sent again.
  facts jsonb,
  recipient text not null,
  -- Whose address it was then: it may be somebody else's by now.
  member_id uuid references members,
  created_at timestamptz not null,
  sent_at timestamptz not null default now());
create index sent_mails_by_recipient on sent_mails (recipient, created_at);
create index sent_mails_by_member on sent_mails (member_id, created_at);
create index sent_mails_by_age on sent_mails (sent_at);

-- What a member was told once (the reminder of an event), or as it was then (an event's date and place).
create table notices (
  member_id uuid not null references members,
  what text not null,
  about text not null,
  facts jsonb,
  told_at timestamptz not null,
  primary key (member_id, what, about));
create index notices_by_age on notices (told_at);

-- Links that end a member's mails of a kind, by their hash. Each mail has its own, and they work more than once.
create table unsubscribe_links (
  token_hash text primary key,
  member_id uuid not null references members,
  created_at timestamptz not null);
create index unsubscribe_links_by_age on unsubscribe_links (created_at);
create index unsubscribe_links_by_member on unsubscribe_links (member_id);
