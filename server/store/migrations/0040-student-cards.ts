import { type Kysely, sql } from 'kysely'

/** The student cards of applicants to the young audience scheme, encrypted, each until its day of deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table student_cards (
         member_id uuid primary key references members,
         media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
         sealed bytea not null,
         key_id text not null,
         stored_at timestamptz not null,
         delete_at timestamptz not null)`,
    )
    .execute(db)
  await sql.raw(`create index student_cards_by_deletion on student_cards (delete_at)`).execute(db)
}
