import { randomBytes } from 'node:crypto'
import type { Language } from '#contract/language.ts'
import { endOfDayAfter } from '#contract/hongKong.ts'
import { memberNoOf, upgradeCodeOf } from '#server/domain/upgrades.ts'
import { sha256 } from '#server/store/hash.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import {
  addUpgradeTokens,
  endToken,
  findUsableToken,
  isRevoked,
  lockTokens,
  tokenName,
} from '#server/store/members/upgradeIssues.ts'
import { findOldMember, lockOldMember, type TokenKind, type TokenRow } from '#server/store/members/upgrades.ts'
import { recordAct } from '../acts.ts'
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
type Issued =
  | { kind: 'unknown_old_member' }
  | { kind: 'came_back' }
  | { kind: 'has_one'; name: string; expiresAt: Date }
  | { kind: 'issued'; texts: string[] }

/** The pages that take tokens. */
const pages: Readonly<Record<TokenKind, string>> = {
  sc: 'registration-sc',
  free_tier_upgrade: 'registration-free-tier-upgrade',
  existing: 'registration-existing',
}

/** The link of a token; for a code the page on which it is typed. */
export function tokenAddress(
  origin: string,
  language: Language,
  { kind, text }: { kind: TokenKind; text: string },
): string {
  const page = `${origin}/${language}/${pages[kind]}`
  return kind === 'existing' ? page : `${page}#token=${text}`
}

/** The last moment of a token that is issued now for so many days. */
export const tokenEnd = (now: Date, days: number) => new Date(endOfDayAfter(now, days).getTime() - 1)

/** A code is typed, as the letter says; the token of a link is not. */
function newText(kind: TokenKind): string {
  return kind === 'existing' ? upgradeCodeOf(newVoucherCode()) : randomBytes(24).toString('base64url')
}

/**
 * Issues tokens of links, or upgrade codes for old members, all or none: whoever does not get their texts cannot send
 * them. One person gets one only while they have no other that they can use.
 */
export function issueAll(db: ActingPool, issues: readonly TokenIssue[]): Promise<Issued[]> {
  return inTransaction(db, async (transaction) => {
    const issued: Issued[] = []
    for (const issue of issues) issued.push(await issueOne(transaction, issue))
    return issued
  })
}

/** Issues to one person, or to anyone. */
async function issueOne(transaction: ActingTransaction, issue: TokenIssue): Promise<Issued> {
  const { kind, tier, email, count, expiresAt, isDryRun, now } = issue
  const oldMemberNo = issue.oldMemberNo === null ? null : memberNoOf(issue.oldMemberNo)
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
  const tokens = texts.map((text) => ({ ...facts, token_hash: sha256(text) }))
  await addUpgradeTokens(transaction, tokens)
  const [name = '', ...others] = tokens.map(tokenName)
  await recordAct(transaction, {
    action: 'upgrade_issue',
    subject: { kind: 'upgrade_token', id: name },
    memberId: null,
    after: { kind, tier, expires_at: expiresAt, others },
  })
  return { kind: 'issued', texts }
}

/** What became of it; everything but `revoked` has changed nothing. */
type Revoked = { kind: 'unknown' } | { kind: 'used'; at: Date } | { kind: 'expired'; at: Date } | { kind: 'revoked' }

/** Ends the time of an unused token, by its name in the list. */
export function revokeToken(db: ActingPool, { name, now }: { name: string; now: Date }): Promise<Revoked> {
  return inTransaction(db, async (transaction) => {
    const [found, another] = await lockTokens(transaction, name)
    if (!found || another) return { kind: 'unknown' }
    if (found.used_at !== null) return { kind: 'used', at: found.used_at }
    // Whoever revoked it a moment ago may have begun a moment later, or have a clock that is ahead.
    if (found.expires_at <= now || (await isRevoked(transaction, found)))
      return { kind: 'expired', at: found.expires_at }
    await endToken(transaction, found.token_hash, now)
    const subject = { kind: 'upgrade_token', id: tokenName(found) } as const
    await recordAct(transaction, { action: 'upgrade_revoke', subject, memberId: null })
    return { kind: 'revoked' }
  })
}
