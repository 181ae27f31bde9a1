import type { FoundMember } from '#contract/staff/schemas.ts'
import { mostFound } from '#contract/staff/members.ts'
import { fullName } from '#server/domain/fullName.ts'
import type { MemberRow } from '#server/store/members/members.ts'
import { findMembersLike } from '#server/store/members/memberSearch.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** A member as lists of staff show them. */
export function toFoundMember(member: MemberRow): FoundMember {
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
): Promise<{ members: FoundMember[]; hasMore: boolean }> {
  const found = await findMembersLike(db, text.normalize('NFC').toLowerCase(), mostFound + 1)
  return { members: found.slice(0, mostFound).map(toFoundMember), hasMore: found.length > mostFound }
}
