import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { redeem } from '#contract/spending/redemption.ts'
import type { RewardItem } from '#contract/spending/rewards.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useIsShown } from '#src/ui/layout/useIsShown.ts'
import { useResultDelay } from '#src/ui/layout/useResultDelay.ts'
import { type Attempt, dropRedemption, storeRedemption, storedRedemption } from './storedRedemption.ts'
import { outcomeOf, type RedeemOutcome } from './outcome.ts'
import { refreshMember, refreshOffers } from './refreshAfterRedeeming.ts'

/**
 * The open popup.
 *
 * - confirm: asks for the choice and the terms
 * - unanswered: an attempt was sent, and what became of it isn't known
 * - points_changed: the same, after it turned out to cost other points
 * - address: says that an address is needed
 * - few_left: fewer are left than were asked for
 *
 * `waitMinutes`: how long the server asks to wait, or null.
 */
export type RedeemPopup =
  | { kind: 'confirm' | 'points_changed' | 'unanswered'; attempt: Attempt; waitMinutes: number | null }
  | { kind: 'address'; attempt: Attempt }
  | { kind: 'few_left'; left: number }
  | { kind: 'sold_out' }

export interface Redeeming {
  popup: RedeemPopup | null
  /** A request is on its way. */
  busy: boolean
  /** The attempt whose answer is missing, or null. */
  unanswered: Attempt | null
  /** Opens the confirm popup, with a key of its own; the one of an attempt whose answer is missing, as long as there is one. */
  open: (quantity: number) => void
  /** Opens the popup of the attempt whose answer is missing. */
  openUnanswered: () => void
  /** Redeems, or finds out what became of an attempt. */
  send: (attempt: Attempt) => void
  /** Replaces the confirm popup by the one that asks for an address. */
  askForAddress: (attempt: Attempt) => void
  /** The member leaves to change the address, and comes back to the popup. */
  leaveForAddress: (attempt: Attempt) => void
  close: () => void
}

/** Redeeming a reward: its popups, the request, and what follows from the answer. */
export function useRedeeming(reward: RewardItem, memberId: string): Redeeming {
  const [stored] = useState(() => storedRedemption(reward.id, memberId))
  const isBackFromAddress = stored?.stage === 'address'
  const [popup, setPopup] = useState<RedeemPopup | null>(
    isBackFromAddress ? { kind: 'confirm', attempt: stored, waitMinutes: null } : null,
  )
  const [unanswered, setUnanswered] = useState<Attempt | null>(stored?.stage === 'sent' ? stored : null)
  const [busy, setBusy] = useState(false)
  const isShown = useIsShown()
  const delayResult = useResultDelay()
  const goOn = useGoOn(reward, memberId)
  const client = useQueryClient()

  useEffect(() => {
    // Only once: a later visit to the reward is another one.
    if (isBackFromAddress) dropRedemption(reward.id)
  }, [isBackFromAddress, reward.id])

  const forget = () => {
    dropRedemption(reward.id)
    setUnanswered(null)
  }
  const settle = async (attempt: Attempt, outcome: RedeemOutcome) => {
    if (outcome.kind === 'unanswered') {
      setUnanswered(attempt)
      return setPopup({ kind: 'unanswered', attempt, waitMinutes: null })
    }
    if (outcome.kind === 'too_many') {
      if (unanswered === null) dropRedemption(reward.id)
      const kind = unanswered === null ? 'confirm' : 'unanswered'
      return setPopup({ kind, attempt, waitMinutes: outcome.waitMinutes })
    }
    // Whoever has left the page meanwhile is told when they come back: the same key gets the same answer.
    if (outcome.kind === 'redeemed' || outcome.kind === 'failed') {
      if (await delayResult()) {
        forget()
        await goOn(outcome)
      }
      // Not before: the page would change under the popup that it is about to leave.
      if (outcome.kind === 'redeemed') refreshMember(client, outcome.result?.remaining_points ?? null)
      return void refreshOffers(client)
    }
    const refreshed = refreshOffers(client)
    if (!isShown()) return undefined
    forget()
    // The popup says the new total.
    if (outcome.kind === 'points_changed') await refreshed
    return setPopup(popupAfter(outcome, attempt))
  }
  const send = async (attempt: Attempt) => {
    setBusy(true)
    storeRedemption(reward.id, { ...attempt, memberId, stage: 'sent' })
    const { key, quantity, delivery, points } = attempt
    const expected = points === null ? {} : { expected_points: points }
    const request = { item_id: reward.id, quantity, delivery_method: delivery, ...expected }
    await settle(attempt, outcomeOf(await clubClient.call(redeem, request, { idempotencyKey: key })))
    setBusy(false)
  }
  const openUnanswered = () => unanswered && setPopup({ kind: 'unanswered', attempt: unanswered, waitMinutes: null })
  return {
    popup,
    busy,
    unanswered,
    open: (quantity) =>
      // A second attempt beside it could be a second redemption.
      unanswered === null
        ? setPopup({ kind: 'confirm', attempt: newAttempt(reward, quantity), waitMinutes: null })
        : openUnanswered(),
    openUnanswered,
    send: (attempt) => void send(attempt),
    askForAddress: (attempt) => setPopup({ kind: 'address', attempt }),
    leaveForAddress: (attempt) =>
      storeRedemption(reward.id, { ...attempt, memberId, stage: unanswered === null ? 'address' : 'sent' }),
    close: () => setPopup(null),
  }
}

/** The only way to receive a reward needs no choice. */
function newAttempt({ delivery_methods: [first, ...others] }: RewardItem, quantity: number): Attempt {
  return { key: crypto.randomUUID(), quantity, delivery: others.length === 0 ? (first ?? null) : null, points: null }
}

function popupAfter(
  outcome: Extract<RedeemOutcome, { kind: 'out_of_stock' | 'address_missing' | 'points_changed' }>,
  attempt: Attempt,
): RedeemPopup {
  if (outcome.kind === 'out_of_stock')
    return outcome.left === 0 ? { kind: 'sold_out' } : { kind: 'few_left', left: outcome.left }
  const next = { ...attempt, key: crypto.randomUUID(), points: null }
  if (outcome.kind === 'address_missing') return { kind: 'address', attempt: next }
  return { kind: 'points_changed', attempt: next, waitMinutes: null }
}

/** Goes on to the page of the result, after the specification's delay. */
function useGoOn({ alias, name }: RewardItem, memberId: string) {
  const navigate = useNavigate()
  const params = { lang: useLanguage() }
  return async (outcome: Extract<RedeemOutcome, { kind: 'redeemed' | 'failed' }>) => {
    if (outcome.kind === 'failed') {
      const { cause } = outcome
      return await navigate({
        to: '/$lang/redeem-fail',
        params,
        state: { redeemFailure: { memberId, alias, name, cause } },
      })
    }
    const { result } = outcome
    if (result === null) return await navigate({ to: '/$lang/my-rewards', params })
    return await navigate({ to: '/$lang/redeem-success', params, state: { redeemed: { memberId, name, result } } })
  }
}
