import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import type { RequestOf } from '#contract/endpoint.ts'
import { noText } from '#contract/language.ts'
import { redeemAsiaMiles } from '#contract/spending/miles.ts'
import { milesAlias } from '#contract/spending/rewards.ts'
import { AirlineName } from '#contract/registration/profileFields.ts'
import { storedProfile, storeProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { readTabValue, removeFromTab, writeTabValue } from '#src/platform/tabStorage.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { refreshPointLog } from '#src/query/memberAreaQueries.ts'
import { useResultDelay } from '#src/ui/layout/useResultDelay.ts'
import { newAttempt, useKeyedAttempt } from '#src/features/attempt/useKeyedAttempt.ts'
import type { ConversionTexts } from './conversionFaults.ts'
import { type ConversionOutcome, factsOf, outcomeOf } from './outcome.ts'
import { pointsOfDigits } from './pointsInput.ts'

export type ConversionRequest = RequestOf<typeof redeemAsiaMiles>

/** Converting points to miles: what is typed, the request, and what follows from its answer. */
export function useConversion(memberId: string) {
  const { texts, type, forgetTyped } = useTypedTexts(memberId)
  const refresh = useRefresh()
  const goOn = useGoOn(memberId)
  const delayResult = useResultDelay()
  const attempt = useKeyedAttempt({
    endpoint: redeemAsiaMiles,
    call: 'convert',
    memberId,
    subject: milesAlias,
    about: { name: noText, alias: milesAlias },
    outcomeOf,
    onOutcome: async (outcome, { request }, forget) => {
      if (await delayResult()) {
        forget()
        if (outcome.kind === 'converted') forgetTyped()
        await goOn(outcome, request)
      }
      // Not before: the page would change that it is about to leave.
      refresh(outcome)
      return undefined
    },
  })
  return {
    attempt,
    texts,
    change: type,
    /** Asks once more before converting to the miles that the member sees. What is typed after that changes nothing. */
    review: (miles: number) =>
      attempt.open(
        newAttempt({
          points_to_convert: pointsOfDigits(texts.points) ?? 0,
          asia_miles_membership_number: texts.membershipNumber,
          asia_miles_member_first_name: texts.firstName,
          asia_miles_member_last_name: texts.lastName,
          expected_miles: miles,
        }),
      ),
  }
}

export type Conversion = ReturnType<typeof useConversion>

const Typed = v.object({
  memberId: v.string(),
  texts: v.object({ points: v.string(), firstName: v.string(), lastName: v.string(), membershipNumber: v.string() }),
})

/** What is typed, over a reload: it is kept in this tab. */
function useTypedTexts(memberId: string) {
  const name = 'club-bravo.miles'
  const [texts, setTexts] = useState((): ConversionTexts => {
    const typed = readTabValue(name, Typed)
    return typed?.memberId === memberId ? typed.texts : textsOfProfile()
  })
  const type = (field: keyof ConversionTexts, text: string) => {
    const next = { ...texts, [field]: text }
    setTexts(next)
    writeTabValue(name, { memberId, texts: next })
  }
  return { texts, type, forgetTyped: () => removeFromTab(name) }
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
  return async (outcome: Known, request: ConversionRequest) => {
    if (outcome.kind === 'failed') {
      const { failure } = outcome
      return await navigate({ to: '/$lang/redeem-fail', params, state: { milesFailure: { memberId, failure } } })
    }
    const result = outcome.result ?? factsOf(request)
    return await navigate({ to: '/$lang/redeem-success', params, state: { milesConverted: { memberId, result } } })
  }
}
