import { randomBytes } from 'node:crypto'
import { memberNoOf, upgradeCodeOf } from '#server/domain/upgrades.ts'
import { sha256 } from '#server/store/hash.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import {
  addUpgradeTokens,
  endToken,
  findUpgradeTokens,
  findUsableToken,
  lockTokens,
  tokenName,
} from '#server/store/members/upgradeIssues.ts'
import { findOldMember, lockOldMember, type TokenKind, type TokenRow } from '#server/store/members/upgrades.ts'
import { newVoucherCode } from '../codes.ts'

/** Tokens to issue. */
export interface TokenIssue {
  kind: TokenKind
  tier: TokenRow['tier']
  /** The address that it is for; null when it is for anybody. */
  email: string | null
  /** The old member whom a code (`existing`) is for; null for the other kinds. */
  oldMemberNo: string | null
  count: number
  expiresAt: Date
  /** Finds out what would happen, and changes nothing. */
  isDryRun: boolean
  now: Date
}

/**
 * What became of it; everything but `issued` has changed nothing. `texts` are known here only: their hashes are stored.
 */
export type Issued =
  | { kind: 'unknown_old_member' }
  | { kind: 'came_back' }
  | { kind: 'has_one'; name: string; expiresAt: Date }
  | { kind: 'issued'; texts: string[] }

/** The token of a link. An operator's command would read one that begins with a dash as an option. */
function newLinkToken(): string {
  const token = randomBytes(24).toString('base64url')
  return token.startsWith('-') ? newLinkToken() : token
}

/** A code is typed, as the letter says; the token of a link is not. */
function newText(kind: TokenKind): string {
  return kind === 'existing' ? upgradeCodeOf(newVoucherCode()) : newLinkToken()
}

/**
 * Issues tokens of links, or an upgrade code for an old member; for one person, only while they have no other that they
 * can use. `db` must be the owner's: the server's role may not issue any.
 */
export function issueTokens(db: ConnectionPool, issue: TokenIssue): Promise<Issued> {
  const { kind, tier, email, count, expiresAt, isDryRun, now } = issue
  const oldMemberNo = issue.oldMemberNo === null ? null : memberNoOf(issue.oldMemberNo)
  return inTransaction(db, async (transaction) => {
    if (oldMemberNo !== null) {
      await lockOldMember(transaction, oldMemberNo)
      const old = await findOldMember(transaction, oldMemberNo)
      if (!old) return { kind: 'unknown_old_member' }
      if (old.migrated_by !== null) return { kind: 'came_back' }
    }
    if (email !== null) await takeLock(transaction, 'upgrade-tokens')
    const isForOne = oldMemberNo !== null || email !== null
    const before = isForOne ? await findUsableToken(transaction, { kind, email, oldMemberNo, now }) : undefined
    if (before) return { kind: 'has_one', name: tokenName(before), expiresAt: before.expires_at }
    if (isDryRun) return { kind: 'issued', texts: [] }
    const texts = Array.from({ length: count }, () => newText(kind))
    const facts = { kind, tier, email, old_member_no: oldMemberNo, created_at: now, expires_at: expiresAt }
    await addUpgradeTokens(
      transaction,
      texts.map((text) => ({ ...facts, token_hash: sha256(text) })),
    )
    return { kind: 'issued', texts }
  })
}

/** A token as operators see it. */
export interface ListedToken {
  name: string
  kind: TokenKind
  tier: string
  /** Whom it is for. */
  person: string
  issuedAt: Date
  expiresAt: Date
  usedAt: Date | null
}

/** The tokens that can still be used, newest first; with `all` every one. */
export async function listTokens(db: ConnectionPool, options: { all: boolean; now: Date }): Promise<ListedToken[]> {
  const rows = await findUpgradeTokens(db, options)
  return rows.map((row) => ({
    name: tokenName(row),
    kind: row.kind,
    tier: row.tier,
    person: row.old_member_no ?? row.email ?? 'anybody',
    issuedAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  }))
}

/** What became of it; everything but `revoked` has changed nothing. */
export type Revoked =
  { kind: 'unknown' } | { kind: 'used'; at: Date } | { kind: 'expired'; at: Date } | { kind: 'revoked' }

/**
 * Ends the time of an unused token.
 *
 * @param wanted.token its name in the list, or its text. `db` must be the owner's.
 */
export function revokeToken(
  db: ConnectionPool,
  { token, isDryRun, now }: { token: string; isDryRun: boolean; now: Date },
): Promise<Revoked> {
  const hashes = [sha256(token), sha256(upgradeCodeOf(token))]
  return inTransaction(db, async (transaction) => {
    const [found, another] = await lockTokens(transaction, { name: token.toLowerCase(), hashes })
    if (!found || another) return { kind: 'unknown' }
    if (found.used_at !== null) return { kind: 'used', at: found.used_at }
    if (found.expires_at <= now) return { kind: 'expired', at: found.expires_at }
    if (!isDryRun) await endToken(transaction, found.token_hash, now)
    return { kind: 'revoked' }
  })
}
