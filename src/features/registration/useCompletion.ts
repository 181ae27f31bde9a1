import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { MemberProfile, Tier } from '#contract/member.ts'
import { storeProfile } from '#src/auth/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import type { JoiningFlow } from './flows.ts'
import { keptOffer } from './offers/offer.ts'
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
  const payment = usePaymentOrder(flow.completion === 'youth-payment' ? 'youth' : 'tier')
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
    if (flow.completion === 'tier-payment' || flow.completion === 'youth-payment') return payment.order()
    if (flow.completion === 'none' || offer === null) return welcome(saved, saved.profile.membership_tier)
    void redemption.redeem(offer, saved.profile.email, () => welcome(saved, offer.tier))
  }
  return {
    hasJoined: joined !== null,
    payment: payment.state,
    redemption: redemption.state,
    /** Goes on after the form was saved. */
    complete: (saved: Joined) => {
      setJoined(saved)
      const applied = flow.form === 'ya' && { ya_status: 'Pending Payment' as const }
      storeProfile({ ...saved.profile, is_submitted_profile: 'submitted', ...applied })
      void client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
      proceed(saved)
    },
    /** The same again, after a failure that says so. */
    retry: () => {
      if (joined !== null) proceed(joined)
    },
  }
}
