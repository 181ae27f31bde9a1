import type { Transaction } from 'kysely'
import { basicTier, isAbove, paidTier } from '#contract/member/tiers.ts'
import { levelsOf } from '#server/content/publishedContent.ts'
import { compactDay } from '#contract/hongKong.ts'
import { earnedTier, isMeasured, renew, ticketsOfYear, type TierLevels } from '#server/domain/membershipYear.ts'
import { goldTickets, startOfCountedSpend } from '#server/domain/ticketSpend.ts'
import {
  type AuditedTier,
  type EarnedMembership,
  findEarnedMemberships,
  levelsChangedAt,
  readTiers,
} from '#server/store/audit/tierAudit.ts'
import { readContents } from '#server/store/contents.ts'
import { findCreditedTickets } from '#server/store/points/creditedTickets.ts'
import type { Database } from '#server/store/tables.ts'

/** The end of a tier, as the operator reads it. */
const until = (moment: Date | null) => (moment === null ? 'without an end' : `until ${compactDay(moment)}`)

/** The tickets of a member that counted at a moment. */
const ticketsAt = (db: Transaction<Database>, memberId: string, moment: Date) =>
  findCreditedTickets(db, memberId, { since: startOfCountedSpend(moment), until: moment })

/**
 * A tier that is higher, or lasts longer, than what gave it. Staff may take a tier away: a lower one is no difference.
 */
function differenceOfTier({ memberId, tier, end, given, givenEnd }: AuditedTier): string | null {
  const lastsLonger = tier === given && givenEnd !== null && (end === null || end > givenEnd)
  if (!isAbove(tier, given) && !lastsLonger) return null
  return `member ${memberId}: ${tier} ${until(end)}, and the newest membership gives ${given} ${until(givenEnd)}`
}

/** A renewal that is not what the year before it had earned. */
async function differenceOfRenewal(
  db: Transaction<Database>,
  { memberId, tier, given, source, givenEnd, renewed, renewedEnd }: AuditedTier,
  { levels, now }: { levels: TierLevels; now: Date },
): Promise<string | null> {
  const lapsed = tier === basicTier && given === paidTier && givenEnd !== null && givenEnd < now
  const [from, end] = lapsed ? [given, givenEnd] : source === 'renewal' ? [renewed, renewedEnd] : [null, null]
  if (from === null || end === null || !isMeasured(from)) return null
  const due = renew(from, earnedTier(ticketsOfYear(await ticketsAt(db, memberId, end), end), levels, end)).tier
  const became = lapsed ? basicTier : given
  return due === became
    ? null
    : `member ${memberId}: ${from} ${until(end)} became ${became}, and that year's concerts make it ${due}`
}

/** A tier by spend or by another measure that its member had not reached when it was given. */
async function differenceOfEarned(
  db: Transaction<Database>,
  { memberId, tier, source, ticketNo, startsAt }: EarnedMembership,
  levels: TierLevels,
): Promise<string | null> {
  const tickets = await ticketsAt(db, memberId, startsAt)
  if (source === 'spend') {
    // Not only the first: settlement stores tickets with the time at which it began, also before one that was scanned
    // meanwhile.
    if (goldTickets(tickets, startsAt).some((ticket) => ticket.ticketNo === ticketNo)) return null
    return `member ${memberId}: Gold by ticket ${ticketNo}, and what was spent does not reach it with that one`
  }
  if (!isAbove(tier, earnedTier(tickets, levels, startsAt))) return null
  return `member ${memberId}: ${tier} by ticket ${ticketNo}, and no measure of that year reaches it`
}

/**
 * The tiers that are not what payments, concerts and renewals give. What depends on the levels is recomputed where they
 * have not been changed since.
 */
export async function differencesOfTiers(db: Transaction<Database>, now: Date, only?: string): Promise<string[]> {
  const levels = levelsOf(await readContents(db))
  const changedAt = await levelsChangedAt(db)
  const isSince = (moment: Date) => changedAt === null || moment > changedAt
  const found: (string | null)[] = []
  for (const one of await readTiers(db, only)) {
    found.push(differenceOfTier(one))
    if (isSince(one.startsAt)) found.push(await differenceOfRenewal(db, one, { levels, now }))
  }
  for (const one of await findEarnedMemberships(db, only))
    if (one.source === 'spend' || isSince(one.startsAt)) found.push(await differenceOfEarned(db, one, levels))
  return found.filter((difference) => difference !== null)
}
