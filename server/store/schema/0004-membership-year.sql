-- The membership year: tiers are renewed, and given by any measure. Diamond has no end.

alter table memberships drop constraint memberships_source_check;
alter table memberships add constraint memberships_source_check check (
  source in ('payment', 'sc', 'free_tier_upgrade', 'existing', 'operator', 'spend', 'measure', 'renewal'));
alter table memberships alter column ends_at drop not null;

-- The two notices about the end of a tier: which end the member has been told of, 60 and 14 days before.
alter table members add column tier_reminded_again_for timestamptz;
