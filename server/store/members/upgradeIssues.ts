import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables.ts'
import type { UpgradeTokensTable } from '../tables/upgradeTables.ts'
import type { TokenRow } from './upgrades.ts'

/** How much of its hash names a token to operators. */
const nameLength = 10

/** What names a token to operators; nobody can make the token of it. */
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

/** Tokens, newest first; without `all` those that can still be used. */
export function findUpgradeTokens(
  db: Kysely<Database>,
  { all, now }: { all: boolean; now: Date },
): Promise<TokenRow[]> {
  return db
    .selectFrom('upgrade_tokens')
    .selectAll()
    .$if(!all, (tokens) => tokens.where('used_at', 'is', null).where('expires_at', '>', now))
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute()
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

/** Locks and reads the tokens with a name, or with one of these hashes. */
export function lockTokens(
  db: Transaction<Database>,
  { name, hashes }: { name: string; hashes: readonly string[] },
): Promise<TokenRow[]> {
  return db
    .selectFrom('upgrade_tokens')
    .selectAll()
    .where(sql<boolean>`(left(token_hash, ${nameLength}) = ${name} or token_hash = any(${[...hashes]}))`)
    .forNoKeyUpdate()
    .execute()
}

/** Ends a token's time, for good. */
export async function endToken(db: Transaction<Database>, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('upgrade_tokens').set({ expires_at: now }).where('token_hash', '=', tokenHash).execute()
}
