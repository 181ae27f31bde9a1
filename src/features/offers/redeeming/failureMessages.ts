import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RedeemError } from '#contract/spending/redemption.ts'

/** What failed, and what to do about it. */
export interface FailureMessages {
  title: MessageDescriptor
  advice: MessageDescriptor
}

/** For members who spent their points meanwhile, perhaps on another device. */
export const shortMessages: FailureMessages = {
  title: msg`You don’t have enough points`,
  advice: msg`Earn more points by scanning your tickets, then come back.`,
}

/** The contract's reasons. */
export const refusalMessages: Record<RedeemError, FailureMessages> = {
  item_not_found: {
    title: msg`This reward isn’t available`,
    advice: msg`We no longer offer it, or it’s not open to your tier. Have a look at our other rewards.`,
  },
  not_redeemable: {
    title: msg`This reward can’t be redeemed here`,
    advice: msg`Please contact us, and we’ll help you.`,
  },
  expired: {
    title: msg`This reward has ended`,
    advice: msg`The last day to redeem it has passed (Hong Kong time). Have a look at our other rewards.`,
  },
  over_member_limit: {
    title: msg`You can’t redeem that many`,
    advice: msg`There’s a limit for each member. My rewards shows what you already have.`,
  },
  delivery_not_offered: {
    title: msg`You can’t receive this reward that way`,
    advice: msg`Go back to the reward and choose another way to receive it.`,
  },
  shipping_address_missing: {
    title: msg`We need your mailing address`,
    advice: msg`Please enter your address in your profile, then go back to the reward.`,
  },
  points_changed: {
    title: msg`The points have changed`,
    advice: msg`Go back to the reward to see how many points it takes now.`,
  },
}

/** For whatever else the server says, which stands between title and advice. */
export const otherMessages: FailureMessages = {
  title: msg`We couldn’t redeem this reward`,
  advice: msg`Please try again. If it keeps happening, contact us.`,
}
