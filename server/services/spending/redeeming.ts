import type { Transaction } from 'kysely'
import type * as v from 'valibot'
import { type DeliveryMethod, deliveryMethods, methodsWith } from '#contract/spending/deliveryMethods.ts'
import { inEachLanguage, type LocalizedText } from '#contract/language.ts'
import { isAddressComplete, shippingAddressOf, writtenAddress } from '#contract/registration/postalAddress.ts'
import type { ItemRedeemResult, RedeemError } from '#contract/spending/redemption.ts'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import type { Reward } from '#server/content/offers.ts'
import type { ContentFacts } from '#server/content/fillIn.ts'
import { textOfHtml } from '#server/content/markdown.ts'
import { publishedContent, publishedRecords } from '#server/content/publishedContent.ts'
import { availablePoints, spend } from '#server/domain/ledger.ts'
import { type RedeemableReward, refusalOfRedemption } from '#server/domain/redeeming.ts'
import { voucherEndOf } from '#contract/spending/voucherValidity.ts'
import { hasVouchers } from '#server/domain/vouchers.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { countRedeemedOf, findRedemptions, redeem } from '#server/store/spending/redemptions.ts'
import { findLeft } from '#server/store/spending/rewardStock.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { atLast } from '#server/store/transactions.ts'
import { newReference, newVoucherCode } from '../codes.ts'
import { recipientOf } from '../recipients.ts'
import { withTierAt } from '../membership/tiers.ts'
import { loadSpender, type Spender } from './spender.ts'

type Result = v.InferInput<typeof ItemRedeemResult>

/** A reward with what is said after redeeming it, by how it is handed over, and the countries that it may go to. */
interface OfferedReward {
  reward: Reward
  countries: Parameters<typeof writtenAddress>[1]
  afterwards: Readonly<Partial<Record<DeliveryMethod, LocalizedText>>>
}

/** The reward with this id as it is published; null when there is none. */
export async function findOfferedReward(
  db: ConnectionPool,
  rewardId: string,
  { facts, version }: { facts: ContentFacts; version: string | null },
): Promise<OfferedReward | null> {
  const { offers, editorial } = await publishedContent(db, facts, version)
  const reward = offers.rewards.find(({ id }) => id === rewardId)
  if (!reward) return null
  const messages = (editorial.redeem_success_messages ?? []).flatMap((block) =>
    block ? [[block.code, block.content]] : [],
  )
  const own = reward.item.pick_up_content
  const isWritten = Object.values(own).some((text) => text !== '')
  const collected = isWritten ? methodsWith('isCollected').map((method) => [method, own] as const) : []
  const countries = (editorial.countries ?? []).filter((country) => country !== null)
  return { reward, countries, afterwards: Object.fromEntries([...messages, ...collected]) }
}

/** What members wait for in turn: a reward's pieces. */
export const piecesOf = (alias: string) => `reward ${alias}`

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
type Redeemed =
  | { kind: 'redeemed'; result: Result }
  | { kind: 'refused'; error: RedeemError }
  | { kind: 'short' }
  | { kind: 'out_of_stock'; left: number }

function toRedeemable({ status, tiers, summary, deliveries }: Reward): RedeemableReward {
  const { rewardType: type, points, each_member_max: memberMax = null, expiry_date: expiry } = summary
  return { status, tiers, type, points, memberMax, expiresAt: expiry ? new Date(expiry) : null, deliveries }
}

const plainText = (html: LocalizedText) => inEachLanguage((language) => textOfHtml(html[language]))

/** In the order of their codes, as they are listed. */
function makeVouchers(count: number, { voucherValidity }: Reward, now: Date) {
  const codes = Array.from({ length: count }, newVoucherCode).toSorted()
  return codes.map((code) => ({ code, expiresAt: voucherEndOf(now, voucherValidity) }))
}

/** What a request is decided on: who asks, how many of it they have redeemed before, and how many pieces there are. */
export interface LoadedRedeeming extends Spender {
  redeemedBefore: number
  left: number
}

/** Locks the member, and reads what a request is decided on as it is then. */
export async function loadRedeeming(
  db: Transaction<Database>,
  memberId: string,
  offered: OfferedReward | null,
): Promise<LoadedRedeeming> {
  const { alias, summary } = offered?.reward ?? {}
  const isLimited = summary?.each_member_max != null
  const [spender, redeemedBefore, left] = await Promise.all([
    loadSpender(db, memberId),
    alias === undefined || !isLimited ? 0 : countRedeemedOf(db, { memberId, alias }),
    alias === undefined ? 0 : findLeft(db, alias),
  ])
  return { ...spender, redeemedBefore, left }
}

/**
 * Redeems a reward, all or nothing: takes the points and the stock, makes the vouchers, and writes the mail. Its
 * transaction runs again when somebody else takes the last pieces first.
 */
export async function redeemReward(
  db: Transaction<Database>,
  { member, buckets, redeemedBefore, left }: LoadedRedeeming,
  request: Redeeming,
): Promise<Redeemed> {
  const { memberId, offered, quantity, delivery, expectedPoints, now, notify } = request
  const address = shippingAddressOf(member)[0]?.memberProfile
  const error = refusalOfRedemption(offered && toRedeemable(offered.reward), {
    isSuspended: member.suspended_at !== null,
    tier: (await withTierAt(db, member, now)).membership_tier,
    quantity,
    delivery,
    hasAddress: isAddressComplete(address),
    before: redeemedBefore,
    expectedPoints,
    now,
  })
  if (error !== null || offered === null) return { kind: 'refused', error: error ?? 'item_not_found' }
  const { alias, name, summary } = offered.reward
  const points = summary.points * quantity
  const spending = spend(buckets, points, now)
  if (spending.kind === 'short') return { kind: 'short' }
  if (left < quantity) return { kind: 'out_of_stock', left }
  const isSent = delivery !== null && deliveryMethods[delivery].needsAddress
  const sentTo = isSent ? (address ?? null) : null
  const vouchers = hasVouchers(delivery) ? makeVouchers(quantity, offered.reward, now) : []
  const refNo = newReference()
  const cause = { memberId, code: 'Reward Redemption', reference: refNo, now }
  const redemption = { alias, quantity, refNo, delivery, address: sentTo, vouchers }
  atLast(redeem(db, { cause, debits: spending.debits, redemption }))
  const message = delivery === null ? undefined : offered.afterwards[delivery]
  const isCollected = delivery !== null && deliveryMethods[delivery].isCollected
  const recipient = recipientOf(member)
  await notify(db, recipient, {
    kind: 'reward_redeemed',
    name,
    quantity,
    points,
    refNo,
    place: isCollected && message ? plainText(message) : null,
    address: sentTo && writtenAddress(sentTo, offered.countries, recipient.language).map(({ text }) => text),
    vouchers,
  })
  return {
    kind: 'redeemed',
    result: {
      ref_no: refNo,
      gift_eng_name: name.en,
      gift_chi_name: name.tc,
      quantity,
      points_redeemed: points,
      remaining_points: availablePoints(buckets, now) - points,
      delivery,
      couponArr: vouchers.map(({ code, expiresAt }) => ({ code, expires_at: expiresAt.toISOString(), used_at: null })),
      address: sentTo,
      enRedeemedItemBottomMessage: message?.en ?? null,
      tcRedeemedItemBottomMessage: message?.tc ?? null,
      sc_bottom_message: message?.sc ?? null,
    },
  }
}

/** What a member has redeemed, newest first: all of it, because its vouchers are shown nowhere else. */
export async function listRedeemed(db: ConnectionPool, memberId: string): Promise<v.InferInput<typeof RedeemedItem>[]> {
  const { rewards } = (await publishedRecords(db)).offers
  const rows = await findRedemptions(db, memberId)
  return rows.map(({ alias, quantity, points, redeemedAt, refNo, delivery, address, vouchers, ...row }) => {
    const { summary, item } = rewards.find((one) => one.alias === alias) ?? {}
    const returnedAt = row.returnedAt?.toISOString() ?? null
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
      // An older app, which knows no void ones, takes them for used.
      couponArr: vouchers.map((voucher) => ({ ...voucher, used_at: voucher.used_at ?? returnedAt })),
      address,
      parcel:
        delivery !== null && deliveryMethods[delivery].needsAddress && returnedAt === null
          ? { state: row.parcelState ?? 'ordered', at: row.parcelAt?.toISOString() ?? null, tracking: row.tracking }
          : null,
      returned_at: returnedAt,
    }
  })
}
