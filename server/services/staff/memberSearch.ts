import type { Kysely } from 'kysely'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { mostFound } from '#contract/staff/members.ts'
import { fullName } from '#server/domain/fullName.ts'
import type { MemberRow } from '#server/store/members/members.ts'
import { findMembersLike } from '#server/store/members/memberSearch.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { withTierAt } from '../membership/tiers.ts'

/** A member as lists of staff show them at `now`. */
export async function toFoundMember(db: Kysely<Database>, row: MemberRow, now: Date): Promise<FoundMember> {
  const member = await withTierAt(db, row, now)
  return {
    id: member.id,
    name: fullName(member.first_name, member.last_name),
    chineseName: member.chinese_name,
    email: member.email,
    mobile: member.mobile === null ? null : `+${member.country_code} ${member.mobile}`,
    memberNo: member.member_no,
    tier: member.membership_tier,
    tierUntil: member.tier_expiry_date?.toISOString() ?? null,
    isActive: member.active,
    suspendedAt: member.suspended_at?.toISOString() ?? null,
  }
}

/** Members by what somebody at the counter knows of them. */
export async function searchMembers(
  db: ConnectionPool,
  text: string,
  now: Date,
): Promise<{ members: FoundMember[]; hasMore: boolean }> {
  const found = await findMembersLike(db, text.normalize('NFC').toLowerCase(), mostFound + 1)
  const shown = found.slice(0, mostFound)
  const members = await Promise.all(shown.map((row) => toFoundMember(db, row, now)))
  return { members, hasMore: found.length > mostFound }
}
