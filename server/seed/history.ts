import type { Transaction } from 'kysely'
import type { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'
import { defaultMiles } from '#contract/content.ts'
import { milesOf } from '#contract/spending/miles.ts'
import { addressLines } from '#contract/registration/profileTable.ts'
import { bonusCodes } from '#contract/scan/bonus.ts'
import type { TransactionCode } from '#contract/member/points.ts'
import { newReference, newVoucherCode } from '#server/services/codes.ts'
import { creditClaims } from '#server/services/tickets/creditClaims.ts'
import { givePoints, takePoints } from '#server/services/points/points.ts'
import { publishedPeriods } from '#server/content/bonusPeriods.ts'
import { voucherEndOf } from '#contract/spending/voucherValidity.ts'
import { readValidity } from '#server/domain/vouchers.ts'
import { readContents } from '#server/store/contents.ts'
import { changeTaken } from '#server/store/spending/eventRegistrations.ts'
import { addMilesConversion } from '#server/store/spending/milesConversions.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import type { Database } from '#server/store/tables.ts'
import { addOtherBonus } from '#server/store/points/ticketBonuses.ts'
import { addClaim, recordSighting } from '#server/store/points/tickets.ts'
import { lastAugust } from './accounts.ts'
import type { DemoMember } from './declaredAccount.ts'
import { type DemoClaimant, programme, timesOf } from './programme.ts'

const dayMs = 86_400_000

interface DemoEvent {
  member: DemoMember
  at: Date
  make: (db: Transaction<Database>, memberId: string, at: Date) => Promise<unknown>
}

interface OtherEntry {
  member: DemoMember
  /** Days from today; the past is negative. */
  day: number | ((now: Date) => number)
  code: TransactionCode
  points: number
  /** The reward that was redeemed, and how it is handed over: by post to the member's own address. */
  reward?: { alias: string; delivery: DeliveryMethod }
  /** The airline account that the points went to. */
  airlineAccount?: string
}

/**
 * What a member of long standing did again and again: concerts of earlier seasons, a drink in the interval.
 */
const habits: readonly Omit<OtherEntry, 'member' | 'day'>[] = [
  { code: 'Scan ticket without bonus', points: 380 },
  { code: 'Scan ticket with bonus', points: 960 },
  { code: 'Scan ticket without bonus', points: 100 },
  { code: 'Scan ticket without bonus', points: 680 },
  { code: 'Reward Redemption', points: -250, reward: { alias: 'interval-drink', delivery: 'On-site pick-up' } },
  { code: 'Scan ticket with bonus', points: 480 },
  { code: 'Scan ticket without bonus', points: 280 },
  { code: 'Return/Refund/Exchange', points: -280 },
]

/** Entries from the day `from` to the day `to`, one in a fortnight. */
function earlierSeasons(member: DemoMember, from: number, to: number): OtherEntry[] {
  const fortnight = 14
  const count = Math.floor((to - from) / fortnight)
  return Array.from({ length: count }, (_, index) => {
    const habit = habits[index % habits.length]
    return habit ? [{ member, day: from + index * fortnight, ...habit }] : []
  }).flat()
}

/** How long ago who joined in August did, in days: negative. */
const daysToAugust = (now: Date) => (lastAugust(now).getTime() - now.getTime()) / dayMs

/** How long ago a day was whose name stays, whenever the demo begins, in days: negative. */
const daysTo = (year: number, month: number, day: number) => (now: Date) =>
  (Date.UTC(year, month - 1, day, 4) - now.getTime()) / dayMs

/** Ledger entries without a ticket: for a completed profile, imported from the old programme, spent on rewards. */
const otherEntries: readonly OtherEntry[] = [
  { member: 'gold', day: -880, code: 'Bulk Import', points: 4200 },
  { member: 'gold', day: -879, code: 'Completed Profile', points: 500 },
  ...earlierSeasons('gold', -870, -160),
  { member: 'gold', day: -640, code: 'Scan ticket without bonus', points: 1200 },
  { member: 'gold', day: -330, code: 'Birthday Double Points', points: 760 },
  {
    member: 'gold',
    day: -400,
    code: 'Reward Redemption',
    points: -1500,
    reward: { alias: 'concert-ticket-voucher', delivery: 'Email' },
  },
  { member: 'gold', day: -150, code: 'Asia Miles Redemption', points: -2000 },
  { member: 'diamond', day: -1990, code: 'Bulk Import', points: 15_660 },
  { member: 'diamond', day: -1989, code: 'Completed Profile', points: 500 },
  { member: 'diamond', day: daysTo(2023, 9, 1), code: '2324 season subscription points', points: 1200 },
  { member: 'diamond', day: daysTo(2023, 11, 24), code: 'Scan Ticket Thanksgiving', points: 280 },
  { member: 'diamond', day: daysTo(2023, 11, 24), code: 'Scan Thanksgiving', points: 100 },
  { member: 'diamond', day: daysTo(2023, 12, 25), code: 'Christmas birthday double points 2023', points: 760 },
  { member: 'gold', day: -870, code: 'Upgrade to Gold', points: 2000 },
  { member: 'red', day: -238, code: 'Upgrade to Red', points: 1000 },
  { member: 'red', day: -239, code: 'Completed Profile', points: 500 },
  { member: 'patron', day: -59, code: 'Completed Profile', points: 500 },
  { member: 'patron', day: -58, code: 'Upgrade to Red', points: 1000 },
  { member: 'red.august', day: daysToAugust, code: 'Completed Profile', points: 500 },
  { member: 'red.august', day: daysToAugust, code: 'Upgrade to Red', points: 1000 },
  { member: 'basic', day: -89, code: 'Completed Profile', points: 500 },
  { member: 'red.ends', day: -299, code: 'Completed Profile', points: 500 },
  { member: 'red.ends', day: -298, code: 'Upgrade to Red', points: 1000 },
  { member: 'red.ahead', day: -419, code: 'Completed Profile', points: 500 },
  { member: 'red.ahead', day: -418, code: 'Upgrade to Red', points: 1000 },
  { member: 'gold.ends', day: -499, code: 'Completed Profile', points: 500 },
  { member: 'gold.ends', day: -498, code: 'Upgrade to Gold', points: 2000 },
  {
    member: 'basic',
    day: -30,
    code: 'Reward Redemption',
    points: -300,
    reward: { alias: 'interval-drink', delivery: 'Email' },
  },
  // These wait for staff.
  {
    member: 'gold',
    day: -6,
    code: 'Reward Redemption',
    points: -400,
    reward: { alias: 'season-programme-book', delivery: 'Mail' },
  },
  {
    member: 'diamond',
    day: -3,
    code: 'Reward Redemption',
    points: -1200,
    reward: { alias: 'concert-tote', delivery: 'Mail' },
  },
  { member: 'diamond', day: -2, code: 'Asia Miles Redemption', points: -2000, airlineAccount: '1234567890' },
]

async function addParcelOrVoucher(
  db: Transaction<Database>,
  { entryId, memberId, at }: { entryId: string; memberId: string; at: Date },
  reward: NonNullable<OtherEntry['reward']>,
): Promise<void> {
  await db
    .updateTable('reward_stock')
    .set(({ eb }) => ({ redeemed: eb('redeemed', '+', 1) }))
    .where('alias', '=', reward.alias)
    .execute()
  const isPost = reward.delivery === 'Mail'
  const address = isPost
    ? await db.selectFrom('members').select(addressLines).where('id', '=', memberId).executeTakeFirstOrThrow()
    : null
  const vouchers = isPost ? [] : [{ code: newVoucherCode(), expiresAt: voucherEndOf(at, readValidity(null)) }]
  await addRedemption(db, { entryId, ...reward, quantity: 1, refNo: newReference(), address, vouchers })
}

async function addConversion(
  db: Transaction<Database>,
  { entryId, memberId, points }: { entryId: string; memberId: string; points: number },
  account: string,
): Promise<void> {
  const names = db.selectFrom('members').select(['first_name', 'last_name']).where('id', '=', memberId)
  const { first_name: first, last_name: last } = await names.executeTakeFirstOrThrow()
  await addMilesConversion(db, {
    transaction_id: entryId,
    ref_no: newReference(),
    miles: milesOf(points, defaultMiles()),
    membership_no: account,
    first_name: first ?? '',
    last_name: last ?? '',
  })
}

function otherEvents(now: Date): DemoEvent[] {
  return otherEntries.map(({ member, day: when, code, points, reward, airlineAccount }) => {
    const day = typeof when === 'number' ? when : when(now)
    return {
      member,
      at: new Date(now.getTime() + day * dayMs),
      make: async (db, memberId, at) => {
        const cause = { memberId, code, reference: `demo ${member} ${day} ${code}`, now: at }
        if (points > 0) {
          const entryId = await givePoints(db, cause, points, null)
          if (bonusCodes.some((bonus) => bonus === code)) await addOtherBonus(db, entryId)
          return
        }
        const taken = await takePoints(db, cause, -points)
        if (taken.kind === 'short') throw new Error(`The demo member ${member} spends more than they have`)
        const { entryId } = taken
        if (reward) await addParcelOrVoucher(db, { entryId, memberId, at }, reward)
        if (airlineAccount) await addConversion(db, { entryId, memberId, points: -points }, airlineAccount)
      },
    }
  })
}

async function claimedTickets(db: Transaction<Database>, performanceId: string) {
  return db
    .selectFrom('tickets')
    .select(['ticket_no as ticketNo', 'amount'])
    .where('performance_id', '=', performanceId)
    .orderBy('ticket_no')
    .execute()
}

/**
 * The claims that the programme names, each the day after its concert; before a concert that is to come, the day before
 * today.
 */
async function ticketEvents(db: Transaction<Database>, now: Date): Promise<DemoEvent[]> {
  const events: DemoEvent[] = []
  const bonusPeriods = publishedPeriods(await readContents(db))
  for (const performance of programme) {
    const tickets = await claimedTickets(db, performance.id)
    const { startsAt, endsAt } = timesOf(performance, now)
    const isOver = endsAt < now
    const at = new Date((isOver ? endsAt.getTime() : now.getTime() - 2 * dayMs) + dayMs)
    const claimants = Object.entries(performance.claimed ?? {}).flatMap(([name, count]) => Array(count).fill(name))
    for (const member of claimants.filter(isClaimant)) {
      const ticket = tickets.shift()
      if (!ticket) throw new Error(`More tickets of ${performance.id} are claimed than were sold`)
      const make: DemoEvent['make'] = async (transaction, memberId) => {
        const { ticketNo, amount } = ticket
        await recordSighting(transaction, { memberId, ticketNo, now: at })
        await addClaim(transaction, { ticketNo, memberId, now: at })
        const rules = { now: at, pointsExpiryMonths: null, bonusPeriods }
        if (isOver) await creditClaims(transaction, [{ ticketNo, amount, memberId, startsAt }], rules)
      }
      events.push({ member, at, make })
    }
  }
  return events
}

function isClaimant(name: unknown): name is DemoClaimant {
  return name === 'basic' || name === 'red' || name === 'gold' || name === 'patron'
}

/** Gives the demo members a history, in chronological order, as the ledger would have been written. */
export async function addHistory(db: Transaction<Database>, ids: Record<DemoMember, string>, now: Date): Promise<void> {
  const events = [...otherEvents(now), ...(await ticketEvents(db, now))]
  for (const { member, at, make } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await make(db, ids[member], at)
}

/** Who comes to events, and came to one. */
const registrations = [
  { alias: 'pictures-family-concert', member: 'basic', quantity: 3, day: -20, state: 'registered' },
  { alias: 'pictures-family-concert', member: 'gold', quantity: 2, day: -22, state: 'registered' },
  { alias: 'open-rehearsal-messiah', member: 'diamond', quantity: 2, day: -2, state: 'registered' },
] as const

/** Adds guests of events, and a payment of which nobody knows what it was for: finance has to give it back. */
export async function addGuestsAndRefund(
  db: Transaction<Database>,
  ids: Record<DemoMember, string>,
  now: Date,
): Promise<void> {
  const at = (day: number) => new Date(now.getTime() + day * dayMs)
  for (const { member, day, ...places } of registrations) {
    const moments = { created_at: at(day), changed_at: at(day) }
    await db
      .insertInto('event_registrations')
      .values({ ...places, ...moments, member_id: ids[member], ref_no: newReference() })
      .execute()
    await changeTaken(db, places.alias, places.quantity)
  }
  await db
    .insertInto('payments')
    .values({
      pay_ref: 'test:100001',
      order_ref: null,
      given_ref: 'COUNTER-7',
      amount: '300.00',
      currency: '344',
      received_at: at(-1),
      outcome: 'refund',
      refund_reason: 'unknown_order',
    })
    .execute()
}
