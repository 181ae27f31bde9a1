import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { TokenState } from '#contract/staff/links.ts'
import type { Database } from '../tables.ts'
import type { UpgradeTokensTable } from '../tables/upgradeTables.ts'
import type { TokenRow } from './upgrades.ts'

/** How much of its hash names a token to staff. */
const nameLength = 10

/** What names a token to staff; nobody can make the token of it. */
export function tokenName({ token_hash: hash }: Pick<TokenRow, 'token_hash'>): string {
  return hash.slice(0, nameLength)
}

/** Adds tokens, of which the caller knows the texts. */
export async function addUpgradeTokens(
  db: Transaction<Database>,
  tokens: readonly Insertable<UpgradeTokensTable>[],
): Promise<void> {
  await db
    .insertInto('upgrade_tokens')
    .values([...tokens])
    .execute()
}

/** A token, who has used it, and by whom it was revoked. */
interface FoundTokenRow extends TokenRow {
  first_name: string | null
  last_name: string | null
  memberEmail: string | null
  revokedBy: string | null
  revokedAt: Date | null
}

/** Which tokens to list. `text`: a part of the address, the old member's number or the name; empty for all. */
interface TokenSearch {
  state: TokenState | null
  text: string
  now: Date
  limit: number
}

/** Tokens with what became of them, newest first. */
export async function searchUpgradeTokens(
  db: Kysely<Database>,
  { state, text, now, limit }: TokenSearch,
): Promise<FoundTokenRow[]> {
  const { rows } = await sql<FoundTokenRow>`
    select token.*, members.first_name, members.last_name, members.email as "memberEmail",
      act.actor as "revokedBy", act.at as "revokedAt"
    from upgrade_tokens token
    left join members on members.id = token.used_by
    left join lateral (
      select actor, at from staff_acts
      where subject_kind = 'upgrade_token' and subject_id = left(token.token_hash, ${nameLength})
        and action = 'upgrade_revoke'
      order by id desc limit 1) act on true
    where case ${state}::text
        when 'open' then used_at is null and token.expires_at > ${now}
        when 'used' then used_at is not null
        when 'ended' then used_at is null and token.expires_at <= ${now}
        else true end
      and (strpos(token.email, ${text.toLowerCase()}) > 0 or strpos(token.old_member_no, ${text.toUpperCase()}) > 0
        or starts_with(left(token.token_hash, ${nameLength}), ${text.toLowerCase()}))
    order by token.created_at desc, token.token_hash
    limit ${limit}`.execute(db)
  return rows
}

/** A usable token of a kind that was issued for this person; undefined when there is none. */
export function findUsableToken(
  db: Kysely<Database>,
  { kind, email, oldMemberNo, now }: Pick<TokenRow, 'kind' | 'email'> & { oldMemberNo: string | null; now: Date },
): Promise<TokenRow | undefined> {
  return db
    .selectFrom('upgrade_tokens')
    .selectAll()
    .where('kind', '=', kind)
    .where((row) => (oldMemberNo === null ? row('email', '=', email) : row('old_member_no', '=', oldMemberNo)))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Locks and reads the tokens with a name. */
export function lockTokens(db: Transaction<Database>, name: string): Promise<TokenRow[]> {
  return db
    .selectFrom('upgrade_tokens')
    .selectAll()
    .where(sql<boolean>`left(token_hash, ${nameLength}) = ${name}`)
    .forNoKeyUpdate()
    .execute()
}

/** Whether somebody has revoked a token. */
export async function isRevoked(db: Transaction<Database>, token: TokenRow): Promise<boolean> {
  const { rows } = await sql`
    select from staff_acts
    where subject_kind = 'upgrade_token' and subject_id = ${tokenName(token)} and action = 'upgrade_revoke'`.execute(db)
  return rows.length > 0
}

/** Ends a token's time, for good. */
export async function endToken(db: Transaction<Database>, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('upgrade_tokens').set({ expires_at: now }).where('token_hash', '=', tokenHash).execute()
}
