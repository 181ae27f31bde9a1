import { tierEndOf } from '#contract/member/renewal.ts'
import type { Kysely, Transaction } from 'kysely'
import { type HigherTier, type Tier, tiers, tierTable } from '#contract/member/tiers.ts'
import { levelsOf } from '#server/content/publishedContent.ts'
import { compactDay, startOfMembershipYear } from '#contract/hongKong.ts'
import { expiryOf } from '#server/domain/ledger.ts'
import {
  defaultLevels,
  earnedTier,
  hasEnded,
  isMeasured,
  type PastRenewal,
  renew,
  renewalsUntil,
  tierAt,
  type TieredMember,
  type TierLevels,
} from '#server/domain/membershipYear.ts'
import { startOfCountedSpend } from '#server/domain/ticketSpend.ts'
import { decideTier, endsToAnnounce, noticeDays, type TierDecision, type TierHolder } from '#server/domain/tiers.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { tellOnce } from '#server/store/notices.ts'
import { readGroup } from '#server/store/contents.ts'
import { findCreditedTickets } from '#server/store/points/creditedTickets.ts'
import { findEntryCodes } from '#server/store/points/ledger.ts'
import { lockMember, type MemberRow } from '#server/store/members/members.ts'
import {
  addMembership,
  findTiersAhead,
  findTiersEndingBefore,
  findTiersToAnnounce,
  markReminded,
  type NoticeDays,
  setTier,
  startMembership,
} from '#server/store/members/memberships.ts'
import type { MembershipSource } from '#server/store/tables/membershipTables.ts'
import { type ActingPool, ActingTransaction } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { actingIn, inTransaction } from '#server/store/transactions.ts'
import { recordAct, taskActor } from '../acts.ts'
import { attemptEach, type Attempts, type Failure, sumOf } from '../attemptEach.ts'
import { givePoints } from '../points/points.ts'
import { findRecipient } from '../recipients.ts'

/** A tier to give, and what for: `source` and `reference` name the cause, which gives one membership. */
interface TierGift {
  memberId: string
  tier: HigherTier
  source: MembershipSource
  reference: string
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  /** Why staff give it by invitation; undefined where something else gives it. */
  reason?: string
}

/** A member as `domain/tiers.ts` sees them. */
export function toTierHolder(member: Pick<MemberRow, 'membership_tier' | 'tier_expiry_date'>): TierHolder {
  return { tier: member.membership_tier, tierExpiresAt: member.tier_expiry_date }
}

/** What a member's row says of their tier. */
type TierRow = Pick<MemberRow, 'id' | 'membership_tier' | 'tier_expiry_date'>

/** A member with what their tier at `now` depends on: of one that has not ended, that is the tier alone. */
async function loadTiered(
  db: Kysely<Database>,
  row: TierRow,
  { now, levels = null }: { now: Date; levels?: TierLevels | null },
): Promise<TieredMember> {
  const holder = toTierHolder(row)
  const end = holder.tierExpiresAt
  if (end === null || !hasEnded(holder, now)) return { ...holder, tickets: [], levels: defaultLevels }
  const tickets = await findCreditedTickets(db, row.id, { since: startOfCountedSpend(end), until: end })
  return { ...holder, tickets, levels: levels ?? levelsOf({ entries: await readGroup(db, 'gauge_levels') }) }
}

/**
 * A member's row with the tier that they have at `now`: from the first moment of 1 September the renewed one, whether
 * or not the periodic task has written it down.
 */
export async function withTierAt<Row extends TierRow>(db: Kysely<Database>, row: Row, now: Date): Promise<Row> {
  const { tier, tierExpiresAt } = tierAt(await loadTiered(db, row, { now }), now)
  return { ...row, membership_tier: tier, tier_expiry_date: tierExpiresAt }
}

/** The bonus that becoming a tier gives a member. */
export interface DueBonus {
  tier: Tier
  code: string
  points: number
}

/** The bonuses of upgrades that a member has yet to get: each comes once in a life. */
export async function findDueBonuses(db: Kysely<Database>, memberId: string): Promise<DueBonus[]> {
  const bonuses = tiers.flatMap((tier) => {
    const { upgradeBonus } = tierTable[tier]
    return upgradeBonus === null ? [] : [{ tier, ...upgradeBonus }]
  })
  const given = await findEntryCodes(
    db,
    memberId,
    bonuses.map(({ code }) => code),
  )
  return bonuses.filter(({ code }) => !given.has(code))
}

/** The bonus that becoming a tier gives a member now; null where it gives none, or was given before. */
export async function dueUpgradeBonus(
  db: Transaction<Database>,
  { memberId, tier }: Pick<TierGift, 'memberId' | 'tier'>,
): Promise<DueBonus | null> {
  return (await findDueBonuses(db, memberId)).find((bonus) => bonus.tier === tier) ?? null
}

async function giveBonus(db: Transaction<Database>, gift: TierGift) {
  const { memberId, now, pointsExpiryMonths } = gift
  const bonus = await dueUpgradeBonus(db, gift)
  if (bonus === null) return
  const cause = { memberId, code: bonus.code, reference: memberId, now }
  await givePoints(db, cause, bonus.points, expiryOf(now, pointsExpiryMonths))
}

/** What an act on a member's tier is about. */
export const aboutTier = (memberId: string) => ({ subject: { kind: 'tier', id: memberId } as const, memberId })

/**
 * Gives a member a tier to the end of 31 August: membership, tier and the upgrade's bonus, which comes once in a
 * member's life. Locks the member's row. Changes nothing where the decision is not `given`.
 */
export async function giveTier(db: Transaction<Database>, gift: TierGift): Promise<TierDecision> {
  const { memberId, tier, source, reference, now, reason } = gift
  const member = await lockMember(db, memberId)
  const tiered = await loadTiered(db, member, { now })
  const holder = tierAt(tiered, now)
  const decision = decideTier(holder, tier, now)
  if (decision !== 'given') return decision
  // The books say what the member was before; the mail about this tier says the rest.
  await writeRenewals(db, member, renewalsUntil(tiered, now))
  const end = tierTable[tier].ends ? tierEndOf(now) : null
  await addMembership(db, { member_id: memberId, tier, source, reference, starts_at: now, ends_at: end })
  await setTier(db, memberId, { tier, expiresAt: end })
  await startMembership(db, memberId, now)
  await giveBonus(db, gift)
  // What a member's own scan, payment or token gives is no act.
  if (db instanceof ActingTransaction)
    await recordAct(db, {
      ...(reason === undefined ? { action: 'tier_give' as const } : { action: 'tier_invite' as const, reason }),
      ...aboutTier(memberId),
      before: { tier: holder.tier },
      after: { tier, source },
    })
  return decision
}

/** What the periodic task on tiers works with. */
interface TierTask {
  db: ActingPool
  now: Date
  /** What a membership year has to bring for each tier. */
  levels: TierLevels
  notify: NotifyMember
}

/** A tier that ends with a membership year, and its last moment; null where it has none. */
function endingTier({ membership_tier: tier, tier_expiry_date: end }: MemberRow) {
  return isMeasured(tier) && end !== null ? { tier, end } : null
}

/** Who renews tiers, also where a member's own call finds one that is due. */
const renewing = taskActor('Renewing memberships')

/** Writes down the renewals that are due, dated at the beginnings of their years, however late it is done. */
async function writeRenewals(
  db: Transaction<Database>,
  { id, membership_tier: from }: MemberRow,
  renewals: readonly PastRenewal[],
): Promise<void> {
  const last = renewals.at(-1)
  if (last === undefined) return
  for (const { tier, startsAt, expiresAt } of renewals) {
    if (!isMeasured(tier)) continue
    const cause = { source: 'renewal', reference: `${id}:${compactDay(startsAt)}` } as const
    await addMembership(db, { member_id: id, tier, ...cause, starts_at: startsAt, ends_at: expiresAt })
  }
  await setTier(db, id, last)
  const act = { action: 'tier_renew', ...aboutTier(id), before: { tier: from }, after: { tier: last.tier } } as const
  await recordAct(db instanceof ActingTransaction ? db : actingIn(db, renewing), act)
}

/** Writes down a member's renewals, and tells the member once. The row lock lets one of several processes do it. */
function renewMember({ db, now, levels, notify }: TierTask, memberId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const member = await lockMember(transaction, memberId)
    const renewals = renewalsUntil(await loadTiered(transaction, member, { now, levels }), now)
    const [before, renewal] = [endingTier(member), renewals.at(-1)]
    if (before === null || renewal === undefined) return false
    await writeRenewals(transaction, member, renewals)
    if (!member.active) return true
    const to = await findRecipient(transaction, memberId)
    const { tier, expiresAt: end } = renewal
    const isEarned = renewal.reason === 'earned'
    await notify(transaction, to, { kind: 'tier_renewed', from: before.tier, tier, end, isEarned })
    return true
  })
}

/** How long after 1 September members hear of a tier that they had for the new year: longer than a server is down. */
const tellAheadMs = 30 * 24 * 60 * 60 * 1000

/** What is told once for each year that begins at `start`. */
const aheadNotice = (start: Date) => ({ what: 'tier_renewed', about: compactDay(start) })

/** Tells a member whose tier was paid for, or given, ahead that it goes on: once for each year. */
function tellAhead({ db, now, notify }: TierTask, memberId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const held = endingTier(await lockMember(transaction, memberId))
    const notice = { memberId, ...aheadNotice(startOfMembershipYear(now)) }
    if (held === null || !(await tellOnce(transaction, notice, now))) return false
    const to = await findRecipient(transaction, memberId)
    await notify(transaction, to, { kind: 'tier_renewed', from: held.tier, ...held, isEarned: false })
    return true
  })
}

/** Tells a member that the next renewal will change the tier, unless something is done. */
function announce({ db, now, levels, notify }: TierTask, memberId: string, days: NoticeDays): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const member = await lockMember(transaction, memberId)
    const held = endingTier(member)
    // Who is suspended can do nothing about it: told once the suspension is lifted.
    if (member.suspended_at !== null) return false
    const reminded = days === 60 ? member.tier_reminded_for : member.tier_reminded_again_for
    if (held === null || held.end < now || held.end > endsToAnnounce(now, days)) return false
    if (reminded?.getTime() === held.end.getTime()) return false
    await markReminded(transaction, memberId, { days, end: held.end })
    const tickets = await findCreditedTickets(transaction, memberId, { since: startOfCountedSpend(now), until: now })
    const renewal = renew(held.tier, earnedTier(tickets, levels, now))
    if (renewal.tier === held.tier) return false
    await notify(transaction, await findRecipient(transaction, memberId), {
      kind: 'tier_ending',
      tier: held.tier,
      next: renewal.tier,
      end: held.end,
      keptAt: levels[held.tier],
    })
    return true
  })
}

/** What a run of the task did, in members. `told`: that a tier goes on which they had for the new year already. */
interface TierChanges {
  renewed: number
  told: number
  announced: number
  failures: Failure[]
}

/**
 * Renews the tiers that have ended, tells those whose tier was paid for or given ahead that it goes on, and tells
 * members 60 and 14 days before an end that will change their tier: once each. One transaction per member, so that a
 * failure holds up no other; safe to run at any time, also in several processes at once, and late: a renewal is dated
 * the 1 September on which it was due.
 */
export async function renewTiers(task: TierTask): Promise<TierChanges> {
  const { db, now } = task
  const start = startOfMembershipYear(now)
  const renewed = await attemptEach(await findTiersEndingBefore(db, now), (id) => renewMember(task, id))
  const isNew = now.getTime() < start.getTime() + tellAheadMs
  const ahead = await attemptEach(isNew ? await findTiersAhead(db, { start, ...aheadNotice(start) }) : [], (id) =>
    tellAhead(task, id),
  )
  const told: Attempts[] = []
  for (const days of noticeDays) {
    const ids = await findTiersToAnnounce(db, { now, until: endsToAnnounce(now, days), days })
    told.push(await attemptEach(ids, (id) => announce(task, id, days)))
  }
  const announced = sumOf(told)
  const failures = [...renewed.failures, ...ahead.failures, ...announced.failures]
  return { renewed: renewed.done, told: ahead.done, announced: announced.done, failures }
}
