import { type Kysely, sql } from 'kysely'

/**
 * Old memberships and tokens that were spent stay as they are, except that what names the person can be removed, all of it at once, when the
 * member's account is deleted. A function does it: the server's role may not change these columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop trigger old_members_migrated on old_members`,
  `create trigger old_members_migrated before update on old_members for each row
     when (old.migrated_at is not null
       and (new.member_no, new.tier, new.migrated_at, new.migrated_by, new.last_name, new.first_name, new.chinese_name,
         new.salutations, new.gender, new.email, new.country_code, new.mobile)
       is distinct from (old.member_no, old.tier, old.migrated_at, old.migrated_by, '', null::text, null::text,
         null::text, null::text, null::text, null::text, null::text))
     execute function refuse_change()`,
  `create trigger old_members_kept before delete on old_members for each row
     when (old.migrated_at is not null) execute function refuse_change()`,
  `drop trigger upgrade_tokens_used on upgrade_tokens`,
  `create trigger upgrade_tokens_used before update on upgrade_tokens for each row
     when (old.used_at is not null
       and (new.token_hash, new.kind, new.tier, new.email, new.created_at, new.expires_at, new.used_at, new.used_by)
       is distinct from (old.token_hash, old.kind, old.tier, null::text, old.created_at, old.expires_at, old.used_at, old.used_by))
     execute function refuse_change()`,
  `create trigger upgrade_tokens_kept before delete on upgrade_tokens for each row
     when (old.used_at is not null) execute function refuse_change()`,
  `create function forget_spent_by(member uuid) returns void
     language sql security definer set search_path = public, pg_temp as $$
     update old_members set last_name = '', first_name = null, chinese_name = null, salutations = null, gender = null,
       email = null, country_code = null, mobile = null where migrated_by = member;
     update upgrade_tokens set email = null where used_by = member $$`,
]
