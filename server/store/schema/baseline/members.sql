-- Members, their memberships, and how they come and go.

-- A member belongs to an account of one issuer: another issuer may use the same subject.
create table members (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  provider_subject text not null,
  provider_issuer text not null default 'built-in',
  provider_email_verified boolean not null default false,
  email_verified boolean not null default false,
  salutations text,
  first_name text,
  last_name text,
  chinese_name text,
  dob text,
  gender text,
  country_code text not null default '852',
  mobile text,
  flat_or_unit text,
  floor text,
  block_or_phase text,
  house_or_building_estate text,
  road_or_street text,
  district text,
  country text,
  interest_id jsonb not null default '[]',
  consent boolean not null default false,
  guardian_name text,
  guardian_email text,
  guardian_mobile text,
  school_name text,
  school_type text,
  member_no text,
  membership_tier text not null default 'Black' check (membership_tier in ('Black', 'Red', 'Gold', 'Diamond')),
  membership_since timestamptz,
  tier_expiry_date timestamptz,
  -- The two notices about the end of a tier: which end the member has been told of, 60 and 14 days before.
  tier_reminded_for timestamptz,
  tier_reminded_again_for timestamptz,
  is_profile_completed boolean not null default false,
  is_submitted_profile text not null default 'default' constraint members_is_submitted_profile check (
    is_submitted_profile in ('default', 'submitted', 'existing', 'free', 'red', 'sc', 'ya', 'free-tier-upgrade')),
  ya_status text not null default 'N/A' constraint members_ya_status check (
    ya_status in ('N/A', 'Pending Payment', 'Pending Approval', 'Approved', 'Rejected', 'Expired')),
  ya_expires_at timestamptz,
  ya_reason text,
  preferred_lang text not null default 'en' check (preferred_lang in ('en', 'tc')),
  receive_email_promotion boolean not null default false,
  active boolean not null default true,
  -- Since when staff have suspended a member, and why, in words that the member reads. Not `active`, which is whether
  -- the account is open: a suspended member signs in, reads and collects as before, and spends nothing.
  suspended_at timestamptz,
  suspended_reason text,
  created_at timestamptz not null default now(),
  -- What staff find a member by.
  search_text text generated always as (lower(
    coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(chinese_name, '') || ' ' || email
    || ' ' || coalesce(member_no, '') || ' ' || country_code || coalesce(mobile, ''))) stored,
  constraint members_suspension check ((suspended_at is null) = (suspended_reason is null)));
create unique index members_by_provider_account on members (provider_subject, provider_issuer);
-- Not a unique constraint: a member's first number would lock out every other transaction that adds a row about the
-- member.
create unique index members_by_number on members (member_no) where member_no is not null;
create index members_by_mobile on members (mobile);
create index members_by_whole_mobile on members ((country_code || mobile));
create index members_by_tier_end on members (tier_expiry_date) where membership_tier <> 'Black';
create index members_by_ya_status on members (ya_status) where ya_status <> 'N/A';
-- Accounts whose address nobody has proved, by age: they are deleted.
create index members_unproved on members (created_at) where not email_verified and not provider_email_verified;

-- The numbers of members who join by themselves. Those below belong to earlier members.
create table member_numbers (
  number bigint generated always as identity (start with 200001) primary key,
  member_id uuid not null unique references members);

-- Answers by Idempotency-Key, for a member's repeated call.
create table idempotency_keys (
  member_id uuid not null references members,
  route text not null,
  key uuid not null,
  sent_hash text not null,
  body_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (member_id, route, key));
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The student cards of applicants to the young audience scheme, encrypted, each until its day of deletion.
create table student_cards (
  member_id uuid primary key references members,
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  sealed bytea not null,
  key_id text not null,
  stored_at timestamptz not null,
  delete_at timestamptz not null);
create index student_cards_by_deletion on student_cards (delete_at);

-- Requests to close an account. Each can be undone for a while, and then removes what names the person.
create table account_closures (
  id bigint generated always as identity primary key,
  member_id uuid not null references members,
  token_hash text not null unique,
  requested_at timestamptz not null,
  closes_at timestamptz not null,
  undone_at timestamptz,
  completed_at timestamptz,
  check (undone_at is null or completed_at is null));
create unique index account_closures_pending on account_closures (member_id)
  where undone_at is null and completed_at is null;
create index account_closures_due on account_closures (closes_at) where undone_at is null and completed_at is null;

-- A closure that is completed is final, whoever asks: neither it nor the account comes back. So what staff have written
-- about a member is emptied only where that costs the account. The server's role writes `members.active` and closures
-- at will: alone they said nothing.
create function refuse_reopening() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if exists (select from account_closures where member_id = new.id and completed_at is not null) then
      raise exception 'the data of this account is deleted';
    end if;
    return new;
  end $$;
create trigger members_deleted before update of active on members for each row
  when (new.active and not old.active) execute function refuse_reopening();
create trigger account_closures_final before update on account_closures for each row
  when (old.completed_at is not null and (new.completed_at is null or new.member_id <> old.member_id))
  execute function refuse_change();
create trigger account_closures_kept before delete on account_closures for each row
  when (old.completed_at is not null) execute function refuse_change();

-- Empties what staff have written about a member whose account is closed, and completes the closure with it; without
-- one, nothing is emptied. That somebody was suspended stays, as its act does; why goes. The owner's function: the
-- server's role may not change acts and adjustments, and by this only those of an account that never comes back.
create function forget_reasons_of(member uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform from members where id = member and not active for no key update;
    if not found then return; end if;
    update account_closures set completed_at = now()
      where member_id = member and undone_at is null and completed_at is null;
    if not exists (select from account_closures where member_id = member and completed_at is not null) then
      return;
    end if;
    update members set suspended_reason = '' where id = member and suspended_at is not null;
    update staff_acts set reason = null where member_id = member and reason is not null;
    update point_adjustments set reason = '' where transaction_id in (
      select id from point_transactions where member_id = member);
  end $$;

-- Why a member has a tier, and for how long; Diamond has no end. Each cause (a payment, a token) gives one.
create table memberships (
  id bigint generated always as identity primary key,
  member_id uuid not null references members,
  tier text not null check (tier in ('Red', 'Gold', 'Diamond')),
  source text not null check (
    source in ('payment', 'sc', 'free_tier_upgrade', 'existing', 'operator', 'spend', 'measure', 'renewal')),
  reference text not null,
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at >= starts_at),
  unique (source, reference));
create index memberships_by_member on memberships (member_id);
create trigger memberships_append_only before update or delete on memberships
  for each row execute function refuse_change();
create trigger memberships_not_emptied before truncate on memberships execute function refuse_change();

-- Members of the programme before this one, each of whom is taken over once, by one member. What names the person can
-- be removed afterwards, all of it at once.
create table old_members (
  member_no text primary key check (member_no = upper(member_no)),
  last_name text not null,
  first_name text,
  chinese_name text,
  salutations text,
  gender text,
  email text,
  country_code text,
  mobile text,
  tier text not null check (tier in ('Black', 'Red', 'Gold', 'Diamond')),
  migrated_at timestamptz,
  migrated_by uuid references members,
  check ((migrated_at is null) = (migrated_by is null)));
create unique index old_members_by_taker on old_members (migrated_by);
create index old_members_by_email on old_members (email);
create index old_members_by_mobile on old_members (mobile);
create index old_members_by_whole_mobile on old_members ((country_code || mobile));
create trigger old_members_migrated before update on old_members for each row
  when (old.migrated_at is not null
    and (new.member_no, new.tier, new.migrated_at, new.migrated_by, new.last_name, new.first_name, new.chinese_name,
      new.salutations, new.gender, new.email, new.country_code, new.mobile)
    is distinct from (old.member_no, old.tier, old.migrated_at, old.migrated_by, '', null::text, null::text,
      null::text, null::text, null::text, null::text, null::text))
  execute function refuse_change();
create trigger old_members_kept before delete on old_members for each row
  when (old.migrated_at is not null) execute function refuse_change();

-- One-time tokens for a higher tier, by their hash: for card holders, for one address, or for one old member.
create table upgrade_tokens (
  token_hash text primary key,
  kind text not null check (kind in ('sc', 'free_tier_upgrade', 'existing')),
  tier text not null check (tier in ('Red', 'Gold')),
  email text check (email = lower(email)),
  old_member_no text references old_members,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references members,
  constraint upgrade_tokens_old_member_check check ((kind = 'existing') = (old_member_no is not null)),
  check ((used_at is null) = (used_by is null)));
create unique index upgrade_tokens_used_by_old_member on upgrade_tokens (old_member_no) where used_at is not null;
create trigger upgrade_tokens_used before update on upgrade_tokens for each row
  when (old.used_at is not null
    and (new.token_hash, new.kind, new.tier, new.email, new.created_at, new.expires_at, new.used_at, new.used_by)
    is distinct from
    (old.token_hash, old.kind, old.tier, null::text, old.created_at, old.expires_at, old.used_at, old.used_by))
  execute function refuse_change();
create trigger upgrade_tokens_old_member_kept before update of old_member_no on upgrade_tokens for each row
  when (old.used_at is not null and new.old_member_no is distinct from old.old_member_no)
  execute function refuse_change();
create trigger upgrade_tokens_kept before delete on upgrade_tokens for each row
  when (old.used_at is not null) execute function refuse_change();

-- Removes what names the person from what a member has spent. Links to a higher tier that were issued for a member's
-- address and never used name the person, too: they go with the account. Without its address such a link would be
-- anybody's. Who has never proved the address gives up nobody else's. The owner's function: the server's role may
-- neither change these columns nor delete links.
create function forget_spent_by(member uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update old_members set last_name = '', first_name = null, chinese_name = null, salutations = null, gender = null,
    email = null, country_code = null, mobile = null where migrated_by = member;
  update upgrade_tokens set email = null where used_by = member;
  delete from upgrade_tokens where used_at is null
    and email = (select lower(email) from members
      where id = member and not active and (email_verified or provider_email_verified)) $$;
