import type { MemberProfile } from '#contract/member/member.ts'
import { readTab, writeTab } from '#src/platform/tabStorage.ts'

/** What a payment is for: a Red membership, another year of it, or an application to the young audience scheme. */
const paymentPurposes = ['tier', 'renewal', 'youth'] as const
export type PaymentPurpose = (typeof paymentPurposes)[number]

/** The gateway's return names only an order, so the tab that has made it remembers what it was for. */
const key = 'club-bravo.payment-purpose'

/** Remembers what this tab's last order is for, until the tab is closed or the member signs out. */
export function keepPurpose(purpose: PaymentPurpose): void {
  writeTab(key, purpose)
}

/**
 * What the payment was for that the gateway returns from: what this tab knows, else what the member's profile has
 * waiting.
 */
export function returnedPurpose(profile: Pick<MemberProfile, 'ya_status'> | null): PaymentPurpose {
  const stored = readTab(key)
  const kept = paymentPurposes.find((purpose) => purpose === stored)
  if (kept !== undefined) return kept
  return profile?.ya_status === 'Pending Payment' || profile?.ya_status === 'Pending Approval' ? 'youth' : 'tier'
}
