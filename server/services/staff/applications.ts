import type { SentAnswerOf } from '#contract/endpoint.ts'
import type { Application, listApplications } from '#contract/staff/applications.ts'
import { fullName } from '#server/domain/fullName.ts'
import { findMember } from '#server/store/members/members.ts'
import { findStudentCard } from '#server/store/members/studentCards.ts'
import { findPendingApplications } from '#server/store/members/youth.ts'
import { findActsOn } from '#server/store/staffActs.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { youthStatusOf } from '../membership/youth.ts'
import { findRecipient } from '../recipients.ts'
import { readActorNames } from './doneBy.ts'

/** The applications that wait for a decision: those whose cards came first, first. */
export async function listPending(db: ConnectionPool): Promise<SentAnswerOf<typeof listApplications>['applications']> {
  const pending = await findPendingApplications(db)
  return pending.map((member) => ({
    memberId: member.id,
    name: fullName(member.first_name, member.last_name),
    chineseName: member.chinese_name,
    memberNo: member.member_no,
    at: member.storedAt?.toISOString() ?? null,
  }))
}

/** The most looks at a card that are shown. */
const mostLooks = 20

/**
 * What somebody needs to decide a member's application; null when there is no such member, they have made none, or it
 * waits until a closed account is opened again.
 */
export async function readApplication(db: ConnectionPool, memberId: string, now: Date): Promise<Application | null> {
  const subject = { kind: 'application', id: memberId } as const
  const read = await inSnapshot(db, async (snapshot) => {
    const member = await findMember(snapshot, memberId)
    if (!member || youthStatusOf(member, now) === 'N/A') return null
    if (!member.active && youthStatusOf(member, now) === 'Pending Approval') return null
    return {
      member,
      card: await findStudentCard(snapshot, memberId),
      language: (await findRecipient(snapshot, memberId)).language,
      looks: await findActsOn(snapshot, subject, ['card_view'], mostLooks),
      decisions: await findActsOn(snapshot, subject, ['youth_approve', 'youth_reject'], 1),
    }
  })
  if (!read) return null
  const { member, card, language, looks, decisions } = read
  const nameOf = await readActorNames(
    db,
    [...looks, ...decisions].map(({ actor }) => actor),
  )
  const toSent = ({ actor, at }: { actor: string; at: Date }) => ({ by: nameOf(actor), at: at.toISOString() })
  const status = youthStatusOf(member, now)
  const [decision = null] = status === 'Pending Approval' || status === 'Pending Payment' ? [] : decisions.map(toSent)
  return {
    memberId,
    status,
    name: fullName(member.first_name, member.last_name),
    chineseName: member.chinese_name,
    email: member.email,
    memberNo: member.member_no,
    dob: member.dob,
    school: member.school_name,
    schoolType: member.school_type,
    guardian: { name: member.guardian_name, email: member.guardian_email, mobile: member.guardian_mobile },
    language,
    card: card
      ? {
          isPdf: card.media_type === 'application/pdf',
          storedAt: card.stored_at.toISOString(),
          deleteAt: card.delete_at.toISOString(),
        }
      : null,
    looks: looks.map(toSent),
    decision,
  }
}
