import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { paidTier } from '#contract/member/tiers.ts'
import type { FieldFault } from '#contract/registration/registration.ts'
import { compactDay } from '#contract/hongKong.ts'
import { type OrderPurpose, type OrderTerms, transitions } from '#server/domain/orders.ts'
import { decideTier } from '#server/domain/tiers.ts'
import { nextYouthStatus } from '#server/domain/youth.ts'
import { lockMember, requireMember } from '#server/store/members/members.ts'
import {
  addOrder,
  changeOrder,
  changeOrdersOf,
  changeOverdueOrders,
  findNewestOrder,
} from '#server/store/payments/orders.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { faultsForRed } from '../membership/registration.ts'
import { toTierHolder, withTierAt } from '../membership/tiers.ts'
import { readYouthStatus } from '../membership/youth.ts'

/**
 * Why a payment would buy nothing: the account is closed, the tier is theirs, a higher one is, or no application awaits
 * a payment.
 */
type PaymentRefusal = 'inactive' | 'already_held' | 'invalid_tier' | 'not_awaited'

/** The same for an order, which a suspended member does not begin. What they pay for one from before counts. */
export type OrderRefusal = PaymentRefusal | 'suspended'

/** What a payment for this purpose would meet now; null when it would count. The caller holds the member's row lock. */
export async function refusalOf(
  db: Transaction<Database>,
  { memberId, purpose, now }: { memberId: string; purpose: OrderPurpose; now: Date },
): Promise<PaymentRefusal | null> {
  const member = await requireMember(db, memberId)
  if (!member.active) return 'inactive'
  if (purpose === 'youth')
    return nextYouthStatus(await readYouthStatus(db, memberId, now), 'paid') === null ? 'not_awaited' : null
  const decision = decideTier(toTierHolder(await withTierAt(db, member, now)), paidTier, now)
  return decision === 'given' ? null : decision
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new order's reference: the day in Hong Kong, and 60 random bits. */
function newOrderRef(now: Date): string {
  const letters = [...randomBytes(12)].map((byte) => alphabet[byte % alphabet.length])
  return `CB-${compactDay(now)}-${letters.join('')}`
}

/** What a member wants to pay for, and on which terms. */
interface OrderRequest {
  memberId: string
  purpose: OrderPurpose
  terms: OrderTerms
  /** How long the order waits for its payment, in minutes. */
  minutes: number
  now: Date
}

/** An order's reference, or why there is none; `incomplete` is a profile that lacks what a Red member's has. */
type PlacedOrder =
  | { kind: 'placed'; orderRef: string }
  | { kind: OrderRefusal }
  | { kind: 'incomplete'; faults: FieldFault[] }

/** Asked for an order only: what a payment has bought is given, whatever the profile says by then. */
async function faultsOf(db: Transaction<Database>, memberId: string, purpose: OrderPurpose): Promise<FieldFault[]> {
  if (purpose === 'youth') return []
  return faultsForRed(await requireMember(db, memberId))
}

/** Makes a new order, and cancels the member's earlier ones for the same purpose that are not paid. */
export function placeOrder(
  db: ConnectionPool,
  { memberId, purpose, terms, minutes, now }: OrderRequest,
): Promise<PlacedOrder> {
  const orderRef = newOrderRef(now)
  return inTransaction(db, async (transaction) => {
    const member = await lockMember(transaction, memberId)
    if (member.suspended_at !== null) return { kind: 'suspended' }
    const refusal = await refusalOf(transaction, { memberId, purpose, now })
    if (refusal !== null) return { kind: refusal }
    const faults = await faultsOf(transaction, memberId, purpose)
    if (faults.length > 0) return { kind: 'incomplete', faults }
    const superseded = { ...transitions.superseded, now }
    await changeOrdersOf(transaction, { memberId, purpose }, superseded)
    await addOrder(transaction, {
      order_ref: orderRef,
      member_id: memberId,
      purpose,
      state: 'created',
      amount: terms.amount,
      currency: terms.currency,
      merchant_id: terms.merchantId,
      created_at: now,
      expires_at: new Date(now.getTime() + minutes * 60_000),
      changed_at: now,
    })
    return { kind: 'placed', orderRef }
  })
}

/** Marks an order whose form is being handed to the browser. */
export async function markHandedOut(db: ConnectionPool, orderRef: string, now: Date): Promise<void> {
  await changeOrder(db, orderRef, { ...transitions.handed_out, now })
}

/** Cancels the order that the member is reminded of, unless it is paid. */
export async function withdrawOrder(
  db: ConnectionPool,
  { memberId, purpose, now }: { memberId: string; purpose: OrderPurpose; now: Date },
): Promise<void> {
  const order = await findNewestOrder(db, { memberId, purpose })
  if (order) await changeOrder(db, order.order_ref, { ...transitions.withdrawn, now })
}

/** Gives up orders that have waited too long, in one statement. Resolves to their number. */
export function expireOrders(db: ConnectionPool, now: Date): Promise<number> {
  return changeOverdueOrders(db, { ...transitions.timeout, now })
}
