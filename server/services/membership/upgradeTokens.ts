import type { Kysely, Transaction } from 'kysely'
import type { UpgradeRefusal } from '#contract/registration/upgrades.ts'
import { decideToken, type Redeemer, refusalOfTier, type UpgradeToken } from '#server/domain/upgrades.ts'
import { sha256 } from '#server/store/hash.ts'
import {
  findMember,
  findMemberByEmail,
  lockMember,
  type MemberRow,
  requireMember,
} from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import {
  findUpgradeToken,
  lockUpgradeToken,
  spendUpgradeToken,
  type TokenKind,
} from '#server/store/members/upgrades.ts'
import { giveTier, toTierHolder, withTierAt } from './tiers.ts'

/** A token as somebody shows it. */
export interface ShownToken {
  kind: Exclude<TokenKind, 'existing'>
  /** Its text. */
  token: string
}

async function findToken(db: Kysely<Database>, { kind, token }: ShownToken): Promise<UpgradeToken | null> {
  const row = await findUpgradeToken(db, { tokenHash: sha256(token), kind })
  return row ? { tier: row.tier, email: row.email, expiresAt: row.expires_at, usedBy: row.used_by } : null
}

async function toRedeemer(db: Kysely<Database>, member: MemberRow, now: Date): Promise<Redeemer> {
  const isSuspended = member.suspended_at !== null
  return {
    memberId: member.id,
    email: member.email,
    isSuspended,
    holder: toTierHolder(await withTierAt(db, member, now)),
  }
}

async function findRedeemer(db: Kysely<Database>, memberId: string, now: Date): Promise<Redeemer> {
  return toRedeemer(db, await requireMember(db, memberId), now)
}

/**
 * What a token is worth, without spending it; `done` when this member has spent it.
 *
 * @param memberId whose tier and address count, too; null before signing in
 */
export async function readToken(
  db: ConnectionPool,
  shown: ShownToken,
  { memberId, now }: { memberId: string | null; now: Date },
): Promise<{ kind: 'usable' | 'done'; tier: UpgradeToken['tier'] } | { kind: UpgradeRefusal }> {
  const token = await findToken(db, shown)
  const decision = decideToken(token, memberId === null ? null : await findRedeemer(db, memberId, now), now)
  if (token === null) return { kind: 'invalid_token' }
  return decision === 'usable' || decision === 'done' ? { kind: decision, tier: token.tier } : { kind: decision }
}

/** Spends a token, and gives its tier. */
interface Redemption extends ShownToken {
  memberId: string
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
}

/** What became of it. `closed`: the account was closed since the call was let in. */
type Redeemed = 'done' | 'closed' | UpgradeRefusal

async function redeem(db: Transaction<Database>, redemption: Redemption): Promise<Redeemed> {
  const { kind, token: text, memberId, now, pointsExpiryMonths } = redemption
  const tokenHash = sha256(text)
  const member = await lockMember(db, memberId)
  if (!member.active) return 'closed'
  await lockUpgradeToken(db, tokenHash)
  const token = await findToken(db, redemption)
  const decision = decideToken(token, await toRedeemer(db, member, now), now)
  if (token === null) return 'invalid_token'
  if (decision !== 'usable') return decision
  const gift = { memberId, tier: token.tier, source: kind, reference: tokenHash, now, pointsExpiryMonths }
  const refusal = refusalOfTier(await giveTier(db, gift))
  if (refusal === null) await spendUpgradeToken(db, { tokenHash, memberId, now })
  return refusal ?? 'done'
}

/**
 * Spends a signed-in member's token, and gives its tier, in one transaction. `email` is the address that the caller
 * names as the member's.
 */
export function redeemToken(db: ConnectionPool, redemption: Redemption & { email: string }): Promise<Redeemed> {
  return inTransaction(db, async (transaction) => {
    const member = await findMember(transaction, redemption.memberId)
    return member?.email === redemption.email ? redeem(transaction, redemption) : 'foreign_token'
  })
}

/**
 * Redeems a token for the member with an address, on the authority of the token: without a valid one, nobody learns who
 * has an account.
 */
export function assignToken(
  db: ConnectionPool,
  { email, ...shown }: Omit<Redemption, 'memberId'> & { email: string },
): Promise<'done' | UpgradeRefusal> {
  return inTransaction(db, async (transaction) => {
    const token = await findToken(transaction, shown)
    const decision = decideToken(token, null, shown.now)
    // Before the member is looked up: whoever holds a token for one address could ask about all others.
    if (decision === 'usable' && (token?.email ?? email) !== email) return 'foreign_token'
    const member = await findMemberByEmail(transaction, email)
    const redeemed = member ? await redeem(transaction, { ...shown, memberId: member.id }) : 'closed'
    // That somebody is suspended or has closed the account is theirs to know: it looks as an unknown address does.
    if (redeemed !== 'closed' && redeemed !== 'membership_suspended') return redeemed
    return decision === 'usable' ? 'incorrect_account_data' : decision
  })
}
