import { type Kysely, sql } from 'kysely'

/**
 * A member belongs to an account of one issuer: another issuer may use the same subject. An older server beside this schema adds members
 * without an issuer, and looks them up by the subject alone; a start gives them the configured one (`store/members.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table members add column provider_issuer text`,
  `create unique index members_by_provider_account on members (provider_subject, coalesce(provider_issuer, ''))`,
  `alter table members drop constraint members_provider_subject_key`,
  // Ends the sign-ins of one member, not of everyone with that subject.
  `create or replace function end_sign_ins_of_member() returns trigger language plpgsql as $$
     begin
       update session_families set ended_at = now() where member_id = new.id and ended_at is null;
       update sessions set revoked_at = now() where member_id = new.id and revoked_at is null;
       if coalesce(new.provider_issuer, 'built-in') = 'built-in' then
         delete from identity_payloads where payload ->> 'accountId' = new.provider_subject;
       end if;
       return null;
     end $$`,
  `create or replace function end_sign_ins(subject text) returns void language sql as $$
     update session_families set ended_at = now() from members
       where members.id = member_id and provider_subject = subject
       and coalesce(provider_issuer, 'built-in') = 'built-in' and ended_at is null;
     update sessions set revoked_at = now() from members
       where members.id = member_id and provider_subject = subject
       and coalesce(provider_issuer, 'built-in') = 'built-in' and revoked_at is null;
     delete from identity_payloads where payload ->> 'accountId' = subject $$`,
]
