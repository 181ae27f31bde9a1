import type { Transaction } from 'kysely'
import type * as v from 'valibot'
import { type DeliveryMethod, deliveryMethods, methodsWith } from '#contract/spending/deliveryMethods.ts'
import type { LocalizedText } from '#contract/language.ts'
import { isAddressComplete } from '#contract/registration/postalAddress.ts'
import { shippingAddressOf } from '#contract/registration/profileMapper.ts'
import type { ItemRedeemResult, RedeemError } from '#contract/spending/redemption.ts'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import type { Reward } from '#server/content/offers.ts'
import type { ContentFacts } from '#server/content/fillIn.ts'
import { publishedContent, publishedRecords } from '#server/content/publishedContent.ts'
import { availablePoints } from '#server/domain/ledger.ts'
import { type RedeemableReward, refusalOfRedemption } from '#server/domain/redeeming.ts'
import { hasVouchers, voucherEndOf } from '#server/domain/vouchers.ts'
import { currentTier } from '#server/domain/tiers.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findBuckets, type PointBucket } from '#server/store/points/ledger.ts'
import { lockMember } from '#server/store/members/members.ts'
import { addRedemption, countRedeemedOf, findRedemptions } from '#server/store/spending/redemptions.ts'
import { findLeft, takeStock } from '#server/store/spending/rewardStock.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { newReference, newVoucherCode } from '../codes.ts'
import { takePoints } from '../points/points.ts'
import { findRecipient } from '../recipients.ts'
import { toTierHolder } from '../membership/tiers.ts'

type Result = v.InferInput<typeof ItemRedeemResult>

/** A reward with what is said after redeeming it, by how it is handed over. */
export interface OfferedReward {
  reward: Reward
  afterwards: Readonly<Partial<Record<DeliveryMethod, LocalizedText>>>
}

/** The reward with this id as it is published; null when there is none. */
export async function findOfferedReward(
  db: ConnectionPool,
  rewardId: string,
  facts: ContentFacts,
): Promise<OfferedReward | null> {
  const { offers, editorial } = await publishedContent(db, facts)
  const reward = offers.rewards.find(({ id }) => id === rewardId)
  if (!reward) return null
  const messages = (editorial.redeem_success_messages ?? []).flatMap((block) =>
    block ? [[block.code, block.content]] : [],
  )
  const own = reward.item.pick_up_content
  const isWritten = Object.values(own).some((text) => text !== '')
  const collected = isWritten ? methodsWith('isCollected').map((method) => [method, own] as const) : []
  return { reward, afterwards: Object.fromEntries([...messages, ...collected]) }
}

/** A member's request to redeem a reward. `offered`: null when there is no such reward. */
export interface Redeeming {
  memberId: string
  offered: OfferedReward | null
  quantity: number
  delivery: DeliveryMethod | null
  /** The total that the member was shown; null if that is not known. */
  expectedPoints: number | null
  now: Date
  notify: NotifyMember
}

/** What became of a request; everything but `redeemed` has changed nothing. `left`: how many pieces there still are. */
export type Redeemed =
  | { kind: 'redeemed'; result: Result }
  | { kind: 'refused'; error: RedeemError }
  | { kind: 'short' }
  | { kind: 'out_of_stock'; left: number }

function toRedeemable({ status, tiers, summary, deliveries }: Reward): RedeemableReward {
  const { rewardType: type, points, each_member_max: memberMax = null, expiry_date: expiry } = summary
  return { status, tiers, type, points, memberMax, expiresAt: expiry ? new Date(expiry) : null, deliveries }
}

/** In the order of their codes, as they are listed. */
function makeVouchers(count: number, { voucherValidity }: Reward, now: Date) {
  const codes = Array.from({ length: count }, newVoucherCode).toSorted()
  return codes.map((code) => ({ code, expiresAt: voucherEndOf(now, voucherValidity) }))
}

/** The part of a request that is decided: everything that the ledger and the mail need. */
interface Decided extends Omit<Redeeming, 'offered'> {
  offered: OfferedReward
  /** Where it is sent; null unless it goes by post. */
  address: Readonly<Record<string, string | null>> | null
  total: number
  /** The member's points before. */
  buckets: readonly PointBucket[]
  available: number
}

async function book(db: Transaction<Database>, decided: Decided): Promise<Result> {
  const { memberId, address, offered, quantity, delivery, total, buckets, available, now } = decided
  const { alias, name } = offered.reward
  const refNo = newReference()
  const cause = { memberId, code: 'Reward Redemption', reference: refNo, now }
  const taken = await takePoints(db, cause, total, buckets)
  if (taken.kind === 'short') throw new Error('Points that were counted under the member’s lock are gone')
  const vouchers = hasVouchers(delivery) ? makeVouchers(quantity, offered.reward, now) : []
  await addRedemption(db, { entryId: taken.entryId, alias, quantity, refNo, delivery, address, vouchers })
  const message = delivery === null ? undefined : offered.afterwards[delivery]
  return {
    ref_no: refNo,
    gift_eng_name: name.en,
    gift_chi_name: name.tc,
    quantity,
    points_redeemed: total,
    remaining_points: available - total,
    delivery,
    couponArr: vouchers.map(({ code, expiresAt }) => ({ code, expires_at: expiresAt.toISOString(), used_at: null })),
    address,
    enRedeemedItemBottomMessage: message?.en ?? null,
    tcRedeemedItemBottomMessage: message?.tc ?? null,
    sc_bottom_message: message?.sc ?? null,
  }
}

async function notifyRedeemed(
  db: Transaction<Database>,
  { memberId, offered, quantity, notify }: Decided,
  result: Result,
) {
  const { ref_no: refNo, points_redeemed: points, couponArr: coupons } = result
  const codes = (coupons ?? []).flatMap((coupon) => coupon?.code ?? [])
  const about = { name: offered.reward.name, quantity, points, refNo, codes }
  await notify(db, await findRecipient(db, memberId), { kind: 'reward_redeemed', ...about })
}

/** How many of a reward a member has redeemed; 0 without asking where that is not limited. */
async function countLimited(db: Transaction<Database>, memberId: string, offered: OfferedReward | null) {
  const { alias, summary } = offered?.reward ?? {}
  return alias === undefined || summary?.each_member_max == null ? 0 : countRedeemedOf(db, { memberId, alias })
}

/**
 * Redeems a reward, all or nothing: takes the points and the stock, makes the vouchers, and writes the mail. Locks the
 * member's row, then the stock's.
 */
export async function redeemReward(db: Transaction<Database>, request: Redeeming): Promise<Redeemed> {
  const { memberId, offered, quantity, delivery, expectedPoints, now } = request
  const member = await lockMember(db, memberId)
  const tier = currentTier(toTierHolder(member), now)
  const address = shippingAddressOf(member)[0]?.memberProfile
  const redeemedBefore = await countLimited(db, memberId, offered)
  const error = refusalOfRedemption(offered && toRedeemable(offered.reward), {
    tier,
    quantity,
    delivery,
    hasAddress: isAddressComplete(address),
    before: redeemedBefore,
    expectedPoints,
    now,
  })
  if (error !== null || offered === null) return { kind: 'refused', error: error ?? 'item_not_found' }
  const { alias, summary } = offered.reward
  const total = summary.points * quantity
  const buckets = await findBuckets(db, memberId)
  const available = availablePoints(buckets, now)
  if (available < total) return { kind: 'short' }
  if (!(await takeStock(db, alias, quantity))) return { kind: 'out_of_stock', left: await findLeft(db, alias) }
  const isSent = delivery !== null && deliveryMethods[delivery].needsAddress
  const sentTo = isSent ? (address ?? null) : null
  const decided = { ...request, offered, address: sentTo, total, buckets, available }
  const result = await book(db, decided)
  await notifyRedeemed(db, decided, result)
  return { kind: 'redeemed', result }
}

/** What a member has redeemed, newest first: all of it, because its vouchers are shown nowhere else. */
export async function listRedeemed(db: ConnectionPool, memberId: string): Promise<v.InferInput<typeof RedeemedItem>[]> {
  const { rewards } = (await publishedRecords(db)).offers
  const rows = await findRedemptions(db, memberId)
  return rows.map(({ alias, quantity, points, redeemedAt, refNo, delivery, address, vouchers }) => {
    const { summary, item } = rewards.find((one) => one.alias === alias) ?? {}
    return {
      ref_no: refNo,
      redeemed_at: redeemedAt.toISOString(),
      alias,
      name: summary?.name ?? null,
      image: summary?.image ?? null,
      quantity,
      points_redeemed: points,
      delivery,
      pick_up_content: item?.pick_up_content ?? null,
      couponArr: vouchers,
      address,
    }
  })
}
