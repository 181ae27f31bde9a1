import { type Kysely, sql } from 'kysely'

/**
 * What ends sign-ins takes the provider's grants first, then the families, then the tokens, like whoever signs in: so neither waits for the
 * other, and a sign-in that is just beginning is seen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create or replace function end_sign_ins_of_member() returns trigger language plpgsql set search_path = public, pg_temp as $$
     begin
       if coalesce(new.provider_issuer, 'built-in') = 'built-in' then
         delete from identity_payloads where payload ->> 'accountId' = new.provider_subject;
       end if;
       update session_families set ended_at = now() where member_id = new.id and ended_at is null;
       update sessions set revoked_at = now() where member_id = new.id and revoked_at is null;
       return null;
     end $$`,
  `create or replace function end_sign_ins(subject text) returns void language sql set search_path = public, pg_temp as $$
     delete from identity_payloads where payload ->> 'accountId' = subject;
     delete from identity_payloads where payload #>> '{result,login,accountId}' = subject;
     update session_families set ended_at = now() from members
       where members.id = member_id and provider_subject = subject
       and coalesce(provider_issuer, 'built-in') = 'built-in' and ended_at is null;
     update sessions set revoked_at = now() from members
       where members.id = member_id and provider_subject = subject
       and coalesce(provider_issuer, 'built-in') = 'built-in' and revoked_at is null $$`,
]
