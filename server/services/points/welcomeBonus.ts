import type { Transaction } from 'kysely'
import { welcomePoints } from '#contract/member/welcomePoints.ts'
import { expiryOf } from '#server/domain/ledger.ts'
import type { TierLevels } from '#server/domain/membershipYear.ts'
import { isCompleteProfile } from '#server/domain/registration.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { lockMember, type MemberRow } from '#server/store/members/members.ts'
import { findEntryCodes } from '#server/store/points/ledger.ts'
import { saveProfile } from '#server/store/members/profiles.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { givePoints } from './points.ts'
import { upgradeByMeasures } from '../membership/measureUpgrades.ts'

/** The transaction, member, time and rules of a change of the profile. */
export interface ProfileContext {
  db: Transaction<Database>
  memberId: string
  now: Date
  /** Months after which points expire; null when they never do. */
  pointsExpiryMonths: number | null
  /** What a membership year has to bring for each tier. */
  levels: TierLevels
  notify: NotifyMember
}

const code = 'Completed Profile'

async function giveWelcomePoints({ db, memberId, now, pointsExpiryMonths }: ProfileContext): Promise<number> {
  if ((await findEntryCodes(db, memberId, [code])).has(code)) return 0
  await givePoints(db, { memberId, code, reference: memberId, now }, welcomePoints, expiryOf(now, pointsExpiryMonths))
  return welcomePoints
}

/**
 * Marks a submitted profile that has everything as completed, gives the welcome points for it, once in a member's life,
 * and the tier that the member's concerts have reached before. The caller holds the member's row lock. Resolves to the
 * welcome points given now.
 */
export async function completeProfile(member: MemberRow, context: ProfileContext): Promise<number> {
  const { db, memberId } = context
  if (member.is_submitted_profile !== 'submitted' || !isCompleteProfile(member)) return 0
  if (!member.is_profile_completed) await saveProfile(db, memberId, { is_profile_completed: true })
  const points = await giveWelcomePoints(context)
  await upgradeByMeasures(db, memberId, context)
  return points
}

/**
 * Gives the welcome points if the profile is complete and they were not given before. Resolves to the points given now.
 */
export function giveWelcomeBonus(db: ConnectionPool, context: Omit<ProfileContext, 'db'>): Promise<number> {
  return inTransaction(db, async (transaction) =>
    completeProfile(await lockMember(transaction, context.memberId), { ...context, db: transaction }),
  )
}
