import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import { recordOf } from '#contract/keysOf.ts'
import { profileTexts, storedTicks } from '#contract/registration/profileTable.ts'
import { goalOf, paidTier, rightsOf, type Tier, tierTable } from '#contract/member/tiers.ts'
import { imageUrl } from '#contract/schemas/image.ts'
import {
  maxTransactions,
  type MemberProfile,
  profileTypes,
  type UpgradeProgress,
  type User,
} from '#contract/member/member.ts'
import { shippingAddressOf } from '#contract/registration/postalAddress.ts'
import { type PublishedContent, publishedRecords } from '#server/content/publishedContent.ts'
import { availablePoints } from '#server/domain/ledger.ts'
import { isWorthReminding } from '#server/domain/orders.ts'
import { type NextRenewal, nextRenewal, upgradeProgress } from '#server/domain/membershipYear.ts'
import { decideTier } from '#server/domain/tiers.ts'
import { startOfCountedSpend } from '#server/domain/ticketSpend.ts'
import { findCreditedTickets } from '#server/store/points/creditedTickets.ts'
import { findBuckets, findLedgerEntries } from '#server/store/points/ledger.ts'
import { type MemberRow, requireMember } from '#server/store/members/members.ts'
import { findNewestOrder } from '#server/store/payments/orders.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { hasOldMembership } from '#server/store/members/upgrades.ts'
import { toTransaction } from '../points/pointLog.ts'
import { expirePointsOf } from '../points/points.ts'
import { type DueBonus, findDueBonuses, toTierHolder, withTierAt } from './tiers.ts'
import { youthStatusOf } from './youth.ts'

interface ProfileFacts {
  points: number
  hasEarlierMembership: boolean
  hasUnpaidOrder: boolean
  dueBonuses: DueBonus[]
  progress: UpgradeProgress
  renewal: NextRenewal
  cards: TierCards
  now: Date
}

function toProfile(
  row: MemberRow,
  { points, hasEarlierMembership, hasUnpaidOrder, dueBonuses, progress, renewal, cards, now }: ProfileFacts,
): v.InferInput<typeof MemberProfile> {
  const tier = row.membership_tier
  const youthStatus = youthStatusOf(row, now)
  return {
    id: row.id,
    email: row.email,
    email_verified: row.email_verified,
    ...recordOf(profileTexts, (name) => row[name]),
    member_no: row.member_no,
    membership_tier: tier,
    membership_since: row.membership_since?.toISOString() ?? null,
    tier_expiry_date: tierTable[tier].ends ? (row.tier_expiry_date?.toISOString() ?? null) : null,
    available_points: points,
    is_profile_completed: row.is_profile_completed,
    is_submitted_profile: v.parse(v.picklist(profileTypes), row.is_submitted_profile),
    ya_status: youthStatus,
    ya_reason: youthStatus === 'Rejected' ? row.ya_reason : null,
    ya_expiry_date: youthStatus === 'Approved' ? (row.ya_expires_at?.toISOString() ?? null) : null,
    suspension:
      row.suspended_at && row.suspended_reason !== null
        ? { since: row.suspended_at.toISOString(), reason: row.suspended_reason }
        : null,
    preferred_lang: row.preferred_lang,
    ...recordOf(storedTicks, (name) => row[name]),
    upgrade_progress: progress,
    renewal: {
      at: renewal.at.toISOString(),
      tier: renewal.tier,
      reason: renewal.reason,
      renewable_from: renewal.renewableFrom.toISOString(),
      kept_at: renewal.keptAt,
    },
    confirm_email: row.is_submitted_profile === 'submitted',
    interest_id: row.interest_id,
    shipping_address_1: shippingAddressOf(row),
    has_earlier_membership: hasEarlierMembership,
    has_unpaid_order: hasUnpaidOrder,
    due_bonuses: dueBonuses.map(({ code: _code, ...due }) => due),
    membership_card: cardPicture(cards, tier),
  }
}

/** About as many pixels as a phone shows of a card's picture. */
const cardWidth = 480

type TierCards = PublishedContent['editorial']['membership_cards']

/** The smallest file that is large enough of the picture that the contents have for the tier. */
function cardPicture(cards: TierCards, tier: Tier): v.InferInput<typeof MemberProfile>['membership_card'] {
  const pictureOf = (one: Tier) => cards?.find((card) => card?.tier === one)?.image.en ?? []
  const [image] = rightsOf(tier).flatMap(pictureOf)
  const width = image?.widths.find((one) => one >= cardWidth) ?? image?.widths.at(-1)
  return image === undefined || width === undefined ? null : { path: imageUrl(image, width, 'webp') }
}

interface Reading {
  memberId: string
  now: Date
  content: PublishedContent
}

async function readProfileIn(
  db: Transaction<Database>,
  { memberId, now, content }: Reading,
): Promise<v.InferInput<typeof MemberProfile>> {
  const member = await withTierAt(db, await requireMember(db, memberId), now)
  const points = availablePoints(await findBuckets(db, memberId), now)
  const { progress, renewal } = await readYearIn(db, member, { now, content })
  const hasEarlierMembership = await hasOldMembership(db, memberId)
  const hasUnpaidOrder = await hasUnpaidRed(db, member, now)
  const dueBonuses = await findDueBonuses(db, memberId)
  const cards = content.editorial.membership_cards
  return toProfile(member, { points, hasEarlierMembership, hasUnpaidOrder, dueBonuses, progress, renewal, cards, now })
}

/** Whether a member who can buy Red, or renew it, has lately opened the payment page, and not paid. */
async function hasUnpaidRed(db: Transaction<Database>, member: MemberRow, now: Date): Promise<boolean> {
  if (decideTier(toTierHolder(member), paidTier, now) !== 'given') return false
  const order = await findNewestOrder(db, { memberId: member.id, purpose: 'tier' })
  return order !== undefined && isWorthReminding(order, now)
}

async function readYearIn(
  db: Kysely<Database>,
  member: MemberRow,
  { now, content: { levels } }: Pick<Reading, 'now' | 'content'>,
): Promise<{ progress: UpgradeProgress; renewal: NextRenewal }> {
  const tickets = await findCreditedTickets(db, member.id, { since: startOfCountedSpend(now), until: now })
  return {
    progress: upgradeProgress(tickets, levels[goalOf(member.membership_tier)], now),
    renewal: nextRenewal(toTierHolder(member), tickets, levels, now),
  }
}

/** A member's progress towards the next tier in this membership year. */
export async function readTierProgress(db: ConnectionPool, memberId: string, now: Date): Promise<UpgradeProgress> {
  const member = await withTierAt(db, await requireMember(db, memberId), now)
  return (await readYearIn(db, member, { now, content: await publishedRecords(db) })).progress
}

/** A member's profile, with the points available and this membership year's progress. */
export async function readProfile(
  db: ConnectionPool,
  memberId: string,
  now: Date,
): Promise<v.InferInput<typeof MemberProfile>> {
  const content = await publishedRecords(db)
  return inSnapshot(db, (snapshot) => readProfileIn(snapshot, { memberId, now, content }))
}

async function readUserIn(db: Transaction<Database>, reading: Reading): Promise<v.InferInput<typeof User>> {
  const { memberId } = reading
  const profile = await readProfileIn(db, reading)
  const buckets = await findBuckets(db, memberId)
  const entries = await findLedgerEntries(db, memberId, maxTransactions)
  return {
    id: profile.id,
    email: profile.email,
    member_profile: profile,
    availablePoints: profile.available_points,
    point_buckets: buckets.map(({ id, earned, remaining, expiresAt }) => ({
      id,
      earned,
      remaining,
      expires_at: expiresAt?.toISOString() ?? null,
    })),
    point_transactions: entries.map(toTransaction),
  }
}

/**
 * A member with profile, points, live buckets and the newest ledger entries, all of one moment. Books expired points
 * out first, so that balance, buckets and entries always agree.
 */
export async function readUser(db: ConnectionPool, memberId: string, now: Date): Promise<v.InferInput<typeof User>> {
  await expirePointsOf(db, memberId, now)
  const content = await publishedRecords(db)
  return inSnapshot(db, (snapshot) => readUserIn(snapshot, { memberId, now, content }))
}
