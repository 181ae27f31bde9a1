import type { ExistingMemberProfile, UpgradeRefusal } from '#contract/upgrades.ts'
import { mailLanguage } from '#server/domain/mailLanguage.ts'
import { hasContact, hasLastName, memberNoOf, type OldMemberFacts, refusalOfTier } from '#server/domain/upgrades.ts'
import type { Kysely, Transaction } from 'kysely'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findAddressee, findMember, lockMember } from '#server/store/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import {
  findOldMember,
  hasOldMembership,
  isNumberTaken,
  lockOldMember,
  migrateOldMember,
  type OldMemberRow,
} from '#server/store/upgrades.ts'
import { giveTier } from './tiers.ts'

/** The facts by which somebody says to be a member of the old programme. */
export interface OldMemberClaim {
  memberNo: string
  lastName: string
  emailOrMobile: string
}

const factsOf = ({ last_name: lastName, email, mobile }: OldMemberRow): OldMemberFacts => ({ lastName, email, mobile })

function toProfile(row: OldMemberRow): ExistingMemberProfile {
  const { member_no, tier, mobile, country_code, migrated_at: _at, migrated_by: _by, ...person } = row
  return { ...person, cb_member_no: member_no, membership_tier: tier, mobile, country_code }
}

async function findClaimed(db: Kysely<Database>, claim: OldMemberClaim): Promise<OldMemberRow | null> {
  const row = await findOldMember(db, memberNoOf(claim.memberNo))
  if (!row || !hasLastName(factsOf(row), claim.lastName)) return null
  return hasContact(factsOf(row), claim.emailOrMobile) ? row : null
}

/** The old member to whom all of the facts belong, to prefill the form with. */
export async function findExistingProfile(
  db: ConnectionPool,
  claim: OldMemberClaim,
): Promise<{ kind: 'found'; profile: ExistingMemberProfile } | { kind: UpgradeRefusal }> {
  const row = await findClaimed(db, claim)
  if (row === null) return { kind: 'incorrect_account_data' }
  return row.migrated_by === null ? { kind: 'found', profile: toProfile(row) } : { kind: 'duplicate_token' }
}

/** A member who takes an old membership over. */
export interface Migration extends Omit<OldMemberClaim, 'emailOrMobile'> {
  /** null where the caller says nothing about it. */
  emailOrMobile: string | null
  memberId: string
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  notify: NotifyMember
}

/** Tells the old member's address, which need not be the member's. */
async function tell(db: Transaction<Database>, row: OldMemberRow, { memberId, notify }: Migration): Promise<void> {
  if (row.email === null) return
  const { email: _own, ...languages } = await findAddressee(db, memberId)
  const to = { email: row.email, language: mailLanguage(languages) }
  await notify(db, to, { kind: 'membership_taken_over', memberNo: row.member_no })
}

async function takeOver(
  db: Transaction<Database>,
  row: OldMemberRow,
  migration: Migration,
): Promise<'done' | UpgradeRefusal> {
  const { memberId, now, pointsExpiryMonths } = migration
  const { member_no: memberNo, tier } = row
  if (row.migrated_by !== null) return row.migrated_by === memberId ? 'done' : 'duplicate_token'
  if (await hasOldMembership(db, memberId)) return 'profile_migrate_failure'
  if (await isNumberTaken(db, { memberNo, memberId })) return 'profile_migrate_failure'
  const gift = { memberId, source: 'existing', reference: memberNo, now, pointsExpiryMonths } as const
  const refusal = tier === 'Black' ? null : refusalOfTier(await giveTier(db, { ...gift, tier }))
  if (refusal !== null) return refusal
  await migrateOldMember(db, { memberNo, memberId, now })
  await tell(db, row, migration)
  return 'done'
}

/** Takes an old membership over: its number and its tier become the member's, in one transaction, once; and a member takes one only. */
export function migrateProfile(db: ConnectionPool, migration: Migration): Promise<'done' | UpgradeRefusal> {
  const { memberId, memberNo, lastName } = migration
  return inTransaction(db, async (transaction) => {
    await lockMember(transaction, memberId)
    const member = await findMember(transaction, memberId)
    const ownAddress = member?.email_verified ? member.email : ''
    await lockOldMember(transaction, memberNoOf(memberNo))
    const emailOrMobile = migration.emailOrMobile ?? ownAddress
    const row = await findClaimed(transaction, { memberNo, lastName, emailOrMobile })
    return row === null ? 'profile_migrate_failure' : takeOver(transaction, row, migration)
  })
}
