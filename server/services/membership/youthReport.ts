import { fullName } from '#server/domain/fullName.ts'
import { findMemberByReference, type MemberRow } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findApplicants } from '#server/store/members/youth.ts'
import { youthStatusOf } from './youth.ts'

const nameOf = ({ first_name: first, last_name: last }: MemberRow) => fullName(first, last) || 'no name'

/** The members in the young audience scheme, those who wait for a decision first, as lines for the operator. */
export async function listApplicants(db: ConnectionPool, now: Date): Promise<string[]> {
  const applicants = await findApplicants(db)
  return applicants.map((member) =>
    [youthStatusOf(member, now).padEnd(16), member.member_no ?? '-', member.email, nameOf(member)].join('  '),
  )
}

/** What an operator needs to decide a member's application, as lines; null where there is no such member. */
export async function describeApplicant(db: ConnectionPool, member: string, now: Date): Promise<string[] | null> {
  const found = await findMemberByReference(db, member)
  if (!found) return null
  const facts: Record<string, string | null> = {
    Status: youthStatusOf(found, now),
    Reason: found.ya_reason,
    'Valid until': found.ya_expires_at?.toISOString() ?? null,
    Member: found.member_no,
    Name: nameOf(found),
    'Chinese name': found.chinese_name,
    Email: found.email,
    'Date of birth': found.dob,
    School: found.school_name,
    'Kind of school': found.school_type,
    Guardian: found.guardian_name,
    'Guardian’s email': found.guardian_email,
    'Guardian’s mobile': found.guardian_mobile,
  }
  return Object.entries(facts).map(([name, value]) => `${name}: ${value ?? '-'}`)
}
