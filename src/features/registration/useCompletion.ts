import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Tier } from '#contract/member/tiers.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { storedProfile, storeProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import type { JoiningFlow } from './flows.ts'
import { tierChangeOf } from './joined.ts'
import { storeUpgrade, storedUpgrade, type Upgrade } from './upgrades/upgrade.ts'
import { useRedemption } from './upgrades/UpgradeRedemption.tsx'
import { usePaymentOrder } from './payment/usePaymentOrder.ts'

/** A member whose form is saved, as the form knew them, and what completing the profile has earned. */
interface Joined {
  profile: MemberProfile
  welcomePoints: number
}

/**
 * How long the payment waits for the saved profile, in milliseconds. The payment page takes the place of this one:
 * whoever comes back from it before the profile was reloaded would find an empty form.
 */
const reloadTimeoutMs = 5000

/** A member whose page was closed or reloaded between the form and the upgrade; null for all others. */
function joinedBefore(upgrade: Upgrade | null): Joined | null {
  const profile = storedProfile()
  return profile !== null && upgrade?.savedBy === profile.id ? { profile, welcomePoints: 0 } : null
}

/** What follows once the form of a way to join is saved: the payment, the upgrade, or at once the success page. */
export function useCompletion(flow: JoiningFlow) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const client = useQueryClient()
  const payment = usePaymentOrder(flow.completion === 'youth-payment' ? 'youth' : 'tier')
  // It is forgotten when it is redeemed, and this page goes on to speak of it.
  const [upgrade] = useState(() => storedUpgrade(flow.form))
  const [before] = useState(() => joinedBefore(upgrade))
  const redemption = useRedemption(before !== null)
  const [joined, setJoined] = useState(before)

  const welcome = ({ profile, welcomePoints }: Joined, joinedTier: Tier) => {
    const isLinked = flow.form === 'existing' && upgrade !== null
    // At once: whoever leaves before the next answer must not be asked for the old membership again.
    if (isLinked) storeProfile({ ...(storedProfile() ?? profile), has_earlier_membership: true })
    void client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
    const isMember = profile.is_submitted_profile === 'submitted'
    const change = tierChangeOf({ before: isMember ? profile.membership_tier : null, tier: joinedTier, isLinked })
    const state = { joined: { memberId: profile.id, tier: joinedTier, welcomePoints, change } }
    void navigate({ to: '/$lang/registration-success', params: { lang }, state, replace: true })
  }
  const welcomeWith = ({ tier }: Upgrade, saved: Joined) => welcome(saved, tier ?? saved.profile.membership_tier)
  const isPaid = flow.completion === 'tier-payment' || flow.completion === 'youth-payment'
  const proceed = (saved: Joined) => {
    if (isPaid) return payment.order()
    if (flow.completion === 'none' || upgrade === null) return welcome(saved, saved.profile.membership_tier)
    void redemption.redeem(upgrade, saved.profile.email, () => welcomeWith(upgrade, saved))
  }
  const resume = useEffectEvent(() => {
    if (upgrade !== null && before !== null)
      void redemption.finish(upgrade, before.profile.email, () => welcomeWith(upgrade, before))
  })
  useEffect(() => resume(), [])
  return {
    /** The upgrade that is redeemed in the end, as it was when the page was opened. */
    upgrade,
    hasJoined: joined !== null,
    payment: payment.state,
    redemption: redemption.state,
    /** Goes on after the form was saved. */
    complete: (saved: Joined) => {
      if (upgrade !== null) storeUpgrade({ ...upgrade, savedBy: saved.profile.id })
      const applied = flow.form === 'ya' && { ya_status: 'Pending Payment' as const }
      storeProfile({ ...saved.profile, is_submitted_profile: 'submitted', ...applied })
      const reload = client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
      setJoined(saved)
      if (isPaid) void Promise.race([reload, afterMs(reloadTimeoutMs)]).then(payment.order)
      else proceed(saved)
    },
    /** The same again, after a failure that says so. */
    retry: () => {
      if (joined !== null) proceed(joined)
    },
  }
}

function afterMs(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
