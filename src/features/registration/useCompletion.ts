import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { MemberProfile, Tier } from '#contract/member.ts'
import { storedProfile, storeProfile } from '#src/auth/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import type { JoiningFlow } from './flows.ts'
import { keepOffer, keptOffer } from './offers/offer.ts'
import { useRedemption } from './offers/useRedemption.ts'
import { usePaymentOrder } from './payment/usePaymentOrder.ts'

/** A member whose form is saved, as the form knew them, and what completing the profile has earned. */
interface Joined {
  profile: MemberProfile
  welcomePoints: number
}

/** What follows once the form of a way to join is saved: the payment, the offer, or at once the success page. */
export function useCompletion(flow: JoiningFlow) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const client = useQueryClient()
  const payment = usePaymentOrder()
  const redemption = useRedemption()
  const [joined, setJoined] = useState<Joined | null>(null)
  // It is forgotten when it is redeemed, and this page goes on to speak of it.
  const [offer] = useState(() => keptOffer(flow.form))

  const welcome = ({ welcomePoints }: Joined, joinedTier: Tier) => {
    void client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
    const state = { joinedTier, welcomePoints }
    void navigate({ to: '/$lang/registration-success', params: { lang }, state, replace: true })
  }
  const proceed = (saved: Joined) => {
    if (flow.completion === 'payment') return payment.order()
    if (flow.completion === 'none' || offer === null) return welcome(saved, saved.profile.membership_tier)
    const tier = offer.tier ?? saved.profile.membership_tier
    void redemption.redeem(offer, saved.profile.email, () => welcome(saved, tier))
  }
  const begin = (saved: Joined) => {
    setJoined(saved)
    proceed(saved)
  }
  // The page was closed or reloaded between the form and the offer.
  const resume = useEffectEvent(() => {
    const profile = storedProfile()
    if (profile !== null && offer?.savedBy === profile.id) begin({ profile, welcomePoints: 0 })
  })
  useEffect(() => resume(), [])
  return {
    hasJoined: joined !== null,
    /** What the offer gives; null without one. */
    offeredTier: offer?.tier ?? null,
    payment: payment.state,
    redemption: redemption.state,
    /** Goes on after the form was saved. */
    complete: (saved: Joined) => {
      if (offer !== null) keepOffer({ ...offer, savedBy: saved.profile.id })
      storeProfile({ ...saved.profile, is_submitted_profile: 'submitted' })
      void client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
      begin(saved)
    },
    /** The same again, after a failure that says so. */
    retry: () => {
      if (joined !== null) proceed(joined)
    },
  }
}
