import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { redeemAsiaMiles } from '#contract/spending/miles.ts'
import { AirlineName } from '#contract/registration/profileFields.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { storedProfile, storeProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useResultDelay } from '#src/ui/layout/useResultDelay.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { refreshPointLog } from '#src/query/memberAreaQueries.ts'
import type { ConversionTexts } from './conversionFaults.ts'
import { dropConversion, storeConversion, storedConversion } from './storedConversion.ts'
import { type ConversionOutcome, outcomeOf } from './outcome.ts'
import { pointsOfDigits } from './pointsInput.ts'

/** A conversion that was sent: its key, and the miles that the member was shown. */
interface Sent {
  key: string
  miles: number | null
}

/** Converting points to miles: what is typed, the request, and what follows from its answer. */
export function useConversion(memberId: string) {
  const [stored] = useState(() => storedConversion(memberId))
  const [texts, setTexts] = useState(() => stored?.texts ?? textsOfProfile())
  /** What was sent and has no answer yet: until then nothing else can be sent, and it is asked about as it was sent. */
  const [unanswered, setUnanswered] = useState(
    stored?.sentKey ? { key: stored.sentKey, miles: stored.sentMiles } : null,
  )
  const [busy, setBusy] = useState(false)
  const [waitMinutes, setWaitMinutes] = useState<number | null>(null)
  const refresh = useRefresh()
  const goOn = useGoOn(memberId)
  const delayResult = useResultDelay()

  const keepUnsent = (typed: ConversionTexts) =>
    storeConversion({ memberId, texts: typed, sentKey: null, sentMiles: null })
  const settle = async (sent: Sent, outcome: ConversionOutcome) => {
    if (outcome.kind === 'unanswered') return setUnanswered(sent)
    if (outcome.kind === 'too_many') {
      if (unanswered === null) keepUnsent(texts)
      return setWaitMinutes(outcome.waitMinutes)
    }
    // Whoever has left the page meanwhile is told when they come back: the same key gets the same answer.
    if (await delayResult()) {
      if (outcome.kind === 'converted') dropConversion()
      else keepUnsent(texts)
      await goOn(outcome)
    }
    // Not before: the page would change that it is about to leave.
    return refresh(outcome)
  }
  const send = async (sent: Sent) => {
    const { key, miles } = sent
    setBusy(true)
    setWaitMinutes(null)
    storeConversion({ memberId, texts, sentKey: key, sentMiles: miles })
    const request = {
      points_to_convert: pointsOfDigits(texts.points) ?? 0,
      asia_miles_membership_number: texts.membershipNumber,
      asia_miles_member_first_name: texts.firstName,
      asia_miles_member_last_name: texts.lastName,
      ...(miles !== null && { expected_miles: miles }),
    }
    await settle(sent, outcomeOf(await clubClient.call(redeemAsiaMiles, request, { idempotencyKey: key })))
    setBusy(false)
  }
  return {
    texts,
    change: (name: keyof ConversionTexts, text: string) => {
      // What is on its way stays as it was sent: its key is kept with it, and belongs to these words alone.
      if (busy) return
      const next = { ...texts, [name]: text }
      setTexts(next)
      keepUnsent(next)
    },
    /** A request is on its way. */
    busy,
    isUnanswered: unanswered !== null,
    /** How long the server asks to wait, or null. */
    waitMinutes,
    /** Converts to the miles that the member sees. */
    convert: (miles: number) => void send({ key: crypto.randomUUID(), miles }),
    /** Finds out what became of what was sent. */
    findOut: () => void (unanswered && send(unanswered)),
  }
}

/** The account is the member's own: so is the name, as far as airlines can write it. */
function textsOfProfile(): ConversionTexts {
  const profile = storedProfile()
  const [firstName, lastName] = [airlineName(profile?.first_name), airlineName(profile?.last_name)]
  return { points: '', firstName, lastName, membershipNumber: '' }
}

function airlineName(name: string | null | undefined): string {
  const parsed = v.safeParse(AirlineName, name)
  return parsed.success ? parsed.output : ''
}

type Known = Extract<ConversionOutcome, { kind: 'converted' | 'failed' }>

/** After an answer, the balance and the log are read again; a new balance is on this device at once. */
function useRefresh() {
  const client = useQueryClient()
  return (outcome: Known) => {
    const profile = storedProfile()
    if (profile !== null && outcome.kind === 'converted' && outcome.result !== null)
      storeProfile({ ...profile, available_points: outcome.result.remaining_points })
    void client.prefetchQuery({ ...memberQueries.me(), staleTime: 0 })
    // The rate may have changed.
    if (outcome.kind === 'failed') void client.prefetchQuery({ ...contentQueries.staticContents(), staleTime: 0 })
    refreshPointLog(client)
  }
}

/** Goes on to the page of the result, after the specification's delay. */
function useGoOn(memberId: string) {
  const navigate = useNavigate()
  const params = { lang: useLanguage() }
  return async (outcome: Known) => {
    if (outcome.kind === 'failed') {
      const { failure } = outcome
      return await navigate({ to: '/$lang/redeem-fail', params, state: { milesFailure: { memberId, failure } } })
    }
    const { result } = outcome
    if (result === null) return await navigate({ to: '/$lang/point-transaction-log', params })
    return await navigate({ to: '/$lang/redeem-success', params, state: { milesConverted: { memberId, result } } })
  }
}

export type Conversion = ReturnType<typeof useConversion>
