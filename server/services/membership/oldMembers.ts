import type { Kysely, Transaction } from 'kysely'
import { basicTier, type Tier } from '#contract/member/tiers.ts'
import type { ExistingMemberProfile, UpgradeRefusal } from '#contract/registration/upgrades.ts'
import { higherTier } from '#server/domain/tiers.ts'
import {
  decideCode,
  hasContact,
  hasLastName,
  memberNoOf,
  type OldMemberFacts,
  type UpgradeCode,
  upgradeCodeOf,
} from '#server/domain/upgrades.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { sha256 } from '#server/store/hash.ts'
import { lockMember } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import {
  findOldMember,
  findUpgradeToken,
  hasOldMembership,
  isNumberTaken,
  lockOldMember,
  migrateOldMember,
  type OldMemberRow,
  spendUpgradeToken,
} from '#server/store/members/upgrades.ts'
import { giveTier } from './tiers.ts'
import { findRecipient } from '../recipients.ts'

/** The facts by which somebody says to be a member of the old programme. */
interface OldMemberClaim {
  memberNo: string
  lastName: string
  /** null where nothing is said about it; so is the code. */
  emailOrMobile: string | null
  upgradeCode: string | null
}

/** Who claims it, and when. */
interface Claimant {
  /** null before signing in. */
  memberId: string | null
  now: Date
}

/** The old member to whom all facts of a claim belong. */
interface Claimed {
  kind: 'found'
  row: OldMemberRow
  /** What taking the membership over gives. */
  tier: Tier
  /** The hash of an upgrade code to spend; null without one, or when this member has spent it. */
  codeHash: string | null
}

const factsOf = ({ last_name: lastName, email, mobile }: OldMemberRow): OldMemberFacts => ({ lastName, email, mobile })

/** Their address is told only to somebody who has said it: the other facts may be known to others. */
function toProfile({ row, tier }: Claimed, { emailOrMobile }: OldMemberClaim): ExistingMemberProfile {
  const { member_no: memberNo, tier: _old, migrated_at: _at, migrated_by: _by, ...person } = row
  const isAddressSaid = emailOrMobile !== null && hasContact({ ...factsOf(row), mobile: null }, emailOrMobile)
  return { ...person, email: isAddressSaid ? person.email : null, cb_member_no: memberNo, membership_tier: tier }
}

const hashOf = ({ upgradeCode: code }: OldMemberClaim) => (code === null ? null : sha256(upgradeCodeOf(code)))

async function findCode(db: Kysely<Database>, tokenHash: string): Promise<UpgradeCode | null> {
  const row = await findUpgradeToken(db, { tokenHash, kind: 'existing' })
  if (!row || row.old_member_no === null) return null
  return { tier: row.tier, memberNo: row.old_member_no, expiresAt: row.expires_at, usedBy: row.used_by }
}

/** Whether somebody shows the code that the club has given to the old member with this number. */
export async function hasRightCode(
  db: ConnectionPool,
  claim: { memberNo: string; code: string | null; memberId: string | null },
  now: Date,
): Promise<boolean> {
  const code = claim.code === null ? null : await findCode(db, sha256(claim.code))
  const use = decideCode(code, claim, now)
  return use === 'usable' || use === 'done'
}

async function findClaimed(
  db: Kysely<Database>,
  claim: OldMemberClaim,
  { memberId, now }: Claimant,
): Promise<Claimed | { kind: UpgradeRefusal }> {
  const { lastName, emailOrMobile } = claim
  const memberNo = memberNoOf(claim.memberNo)
  const shownHash = hashOf(claim)
  const code = shownHash === null ? null : await findCode(db, shownHash)
  const use = shownHash === null ? 'usable' : decideCode(code, { memberNo, memberId }, now)
  if (use !== 'usable' && use !== 'done') return { kind: use }
  const row = await findOldMember(db, memberNo)
  const isProved =
    row !== undefined && (emailOrMobile === null ? code !== null : hasContact(factsOf(row), emailOrMobile))
  if (!isProved || !hasLastName(factsOf(row), lastName)) return { kind: 'incorrect_account_data' }
  const codeHash = use === 'done' ? null : shownHash
  return { kind: 'found', row, codeHash, tier: code === null ? row.tier : higherTier(row.tier, code.tier) }
}

/** The old member to whom all of the facts belong, to prefill the form with. */
export async function findExistingProfile(
  db: ConnectionPool,
  claim: OldMemberClaim,
  claimant: Claimant,
): Promise<{ kind: 'found'; profile: ExistingMemberProfile } | { kind: UpgradeRefusal }> {
  const claimed = await findClaimed(db, claim, claimant)
  if (claimed.kind !== 'found') return claimed
  return claimed.row.migrated_by === null
    ? { kind: 'found', profile: toProfile(claimed, claim) }
    : { kind: 'duplicate_token' }
}

/** A member who takes an old membership over. */
interface Migration extends OldMemberClaim {
  memberId: string
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  notify: NotifyMember
}

/** Sends a notice to the old member's address, which need not be the member's. */
async function notifyOldAddress(
  db: Transaction<Database>,
  row: OldMemberRow,
  { memberId, notify }: Migration,
): Promise<void> {
  if (row.email === null) return
  const to = { ...(await findRecipient(db, memberId)), email: row.email }
  await notify(db, to, { kind: 'membership_taken_over', memberNo: row.member_no })
}

/**
 * What became of taking a membership over. `dob_required`: its tier asks for the month of birth, which is unknown.
 * `closed`: the account was closed since the call was let in.
 */
type Migrated = 'done' | 'dob_required' | 'closed' | UpgradeRefusal

async function linkMembership(
  db: Transaction<Database>,
  { row, tier, codeHash }: Claimed,
  { dob, isSuspended, ...migration }: Migration & { dob: string | null; isSuspended: boolean },
): Promise<Migrated> {
  const { memberId, now, pointsExpiryMonths } = migration
  const { member_no: memberNo } = row
  if (row.migrated_by !== null) return row.migrated_by === memberId && codeHash === null ? 'done' : 'duplicate_token'
  if (isSuspended) return 'membership_suspended'
  if (await hasOldMembership(db, memberId)) return 'profile_migrate_failure'
  if (await isNumberTaken(db, { memberNo, memberId })) return 'profile_migrate_failure'
  // As the form asks of who will have this tier (specification section 5).
  if (tier !== basicTier && dob === null) return 'dob_required'
  const gift = { memberId, source: 'existing', reference: memberNo, now, pointsExpiryMonths } as const
  // Whoever has the tier already, perhaps paid for, comes back for the number.
  const decision = tier === basicTier ? 'already_held' : await giveTier(db, { ...gift, tier })
  if (decision === 'invalid_tier') return decision
  await migrateOldMember(db, { memberNo, memberId, now })
  if (codeHash !== null) await spendUpgradeToken(db, { tokenHash: codeHash, memberId, now })
  await notifyOldAddress(db, row, migration)
  return 'done'
}

/**
 * Takes an old membership over: its number and its tier become the member's and the upgrade code is spent, in one
 * transaction, once; and a member takes one only. Refused for a member whose tier is higher, for one who is suspended,
 * and for one whose profile lacks the month of birth that the tier asks for.
 */
export function migrateProfile(db: ConnectionPool, migration: Migration): Promise<Migrated> {
  const { memberId, memberNo, upgradeCode } = migration
  return inTransaction(db, async (transaction) => {
    const member = await lockMember(transaction, memberId)
    if (!member.active) return 'closed'
    const ownAddress = member.email_verified ? member.email : ''
    // Each code is for one old member, whose lock therefore covers it, too.
    await lockOldMember(transaction, memberNoOf(memberNo))
    const emailOrMobile = migration.emailOrMobile ?? (upgradeCode === null ? ownAddress : null)
    const claimed = await findClaimed(transaction, { ...migration, emailOrMobile }, migration)
    const isSuspended = member.suspended_at !== null
    if (claimed.kind === 'found')
      return linkMembership(transaction, claimed, { ...migration, dob: member.dob, isSuspended })
    return claimed.kind === 'incorrect_account_data' ? 'profile_migrate_failure' : claimed.kind
  })
}
