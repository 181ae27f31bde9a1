-- Mails: what they carry beside their text, those that were given up, and what each member was told once.

alter table mailbox add column kind text;
-- A calendar file, and the address that ends mails of its kind.
alter table mailbox add column calendar text;
alter table mailbox add column unsubscribe text;
-- What mail servers know it by, the same at every attempt.
alter table mailbox add column message_id uuid not null default gen_random_uuid();
-- One that was given up is kept for a while, for operators to see.
alter table mailbox add column failed_at timestamptz;
alter table mailbox add column failure text;
create index mailbox_failed on mailbox (failed_at) where failed_at is not null;

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

-- What expires soon.
create index point_buckets_by_end on point_buckets (expires_at) where remaining > 0 and expires_at is not null;
create index vouchers_by_end on vouchers (expires_at) where used_at is null and expires_at is not null;
