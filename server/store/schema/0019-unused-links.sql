-- Links to a higher tier that were issued for a member's address and never used name the person, too: they go with the
-- account. Without its address such a link would be anybody's. Who has never proved the address gives up nobody else's.
create or replace function forget_spent_by(member uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update old_members set last_name = '', first_name = null, chinese_name = null, salutations = null, gender = null,
    email = null, country_code = null, mobile = null where migrated_by = member;
  update upgrade_tokens set email = null where used_by = member;
  delete from upgrade_tokens where used_at is null
    and email = (select lower(email) from members
      where id = member and not active and (email_verified or provider_email_verified)) $$;
