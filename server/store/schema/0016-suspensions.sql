-- Since when staff have suspended a member, and why, in words that the member reads. Not `active`, which is whether the
-- account is open: a suspended member signs in, reads and collects as before, and spends nothing.
alter table members
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add constraint members_suspension check ((suspended_at is null) = (suspended_reason is null));
