import type { Kysely } from 'kysely'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { mostFound, type searchMembers as search } from '#contract/staff/members.ts'
import type { SentAnswerOf } from '#contract/endpoint.ts'
import { normalizeCode } from '#contract/spending/voucherCode.ts'
import { fullName } from '#server/domain/fullName.ts'
import { nearPatternOf, patternOf } from './searchPattern.ts'
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

/** What a text is as a reference: a number as it is printed, or a code, with or without its hyphens. */
const referencesIn = (text: string) => [...new Set([text, text.toUpperCase(), normalizeCode(text)])]

/** What somebody types to find a member: in lower case, its words, and what it is as a reference. */
export function readSearch(given: string): { text: string; words: string[]; references: string[] } {
  const typed = given.normalize('NFKC')
  const text = typed.toLowerCase()
  // A number is one word, however it is grouped.
  const words = /^[\d\s+()-]{4,}$/.test(text) ? [text.replaceAll(/\D/g, '')] : text.split(/\s+/)
  return { text, words, references: referencesIn(typed) }
}

/**
 * Members by what somebody knows of them: parts of names, number, address or mobile, or the reference of something of
 * theirs. Where nobody is found so, whoever is called nearly so.
 */
export async function searchMembers(
  db: ConnectionPool,
  given: string,
  now: Date,
): Promise<SentAnswerOf<typeof search>> {
  const { text, words, references } = readSearch(given)
  const find = (patternFor: (word: string) => string, own: string[]) =>
    findMembersLike(db, { text, words: words.map(patternFor), references: own }, mostFound + 1)
  const exact = await find(patternOf, references)
  const isNear = exact.length === 0
  const found = isNear ? await find(nearPatternOf, []) : exact
  const members = await Promise.all(found.slice(0, mostFound).map((row) => toFoundMember(db, row, now)))
  return { members, hasMore: found.length > mostFound, isNear }
}
