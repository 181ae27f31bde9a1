import { type Kysely, sql } from 'kysely'

/**
 * Upgrade codes: one-time tokens for members of the old programme. Each is bound to one old member, whose membership is taken over with it
 * at most once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table upgrade_tokens add column old_member_no text references old_members`,
  `alter table upgrade_tokens drop constraint upgrade_tokens_kind_check`,
  `alter table upgrade_tokens add constraint upgrade_tokens_kind_check
     check (kind in ('sc', 'free_tier_upgrade', 'existing'))`,
  `alter table upgrade_tokens add constraint upgrade_tokens_old_member_check
     check ((kind = 'existing') = (old_member_no is not null))`,
  `create unique index upgrade_tokens_used_by_old_member on upgrade_tokens (old_member_no) where used_at is not null`,
  `create trigger upgrade_tokens_old_member_kept before update of old_member_no on upgrade_tokens for each row
     when (old.used_at is not null and new.old_member_no is distinct from old.old_member_no)
     execute function refuse_change()`,
]
