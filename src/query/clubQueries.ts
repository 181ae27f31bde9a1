import type { QueryClient } from '@tanstack/react-query'
import { homepagePopup, staticContents } from '#contract/content.ts'
import { getEvent } from '#contract/spending/events.ts'
import { gaugeLevels, me, type User } from '#contract/member/member.ts'
import { getRedeemItem, listRedeemItems } from '#contract/spending/rewards.ts'
import { foreignProfile } from '#src/session/member.ts'
import { storedProfile, storeProfile } from '#src/session/storedSession.ts'
import { ApiCallError } from '#src/api/callFailure.ts'
import { clubQuery } from './clubQuery.ts'

/** The club's public contents, of which most pages read a part. */
export const contentQueries = {
  staticContents: () => clubQuery(staticContents, {}),
  homepagePopup: () => clubQuery(homepagePopup, {}),
}

/** What the club offers for points, as visible to the signed-in member or a visitor. */
export const rewardQueries = {
  /** Highlights, categories, rewards and events. */
  list: () => clubQuery(listRedeemItems, {}),
  /** One reward; `rewardItem` is null if no reward that the viewer may see has that alias. */
  detail: (alias: string) => clubQuery(getRedeemItem, { alias }),
}

export const eventQueries = {
  /** One event; `event` is null if no published event has that alias. */
  detail: (alias: string) => clubQuery(getEvent, { alias }),
}

/** Stores the profile. What is offered and asked depends on the tier: where that is another now, it is read again. */
function takeProfile({ member_profile: profile }: User, client: QueryClient): void {
  const stored = storedProfile()
  // Another member's is shown and kept nowhere.
  if (stored !== null && stored.id !== profile.id) throw new ApiCallError(foreignProfile)
  if (stored?.membership_tier !== profile.membership_tier)
    for (const { path } of [listRedeemItems, getRedeemItem, getEvent, gaugeLevels])
      void client.invalidateQueries({ queryKey: [path] })
  storeProfile(profile)
}

/** The data of the signed-in member. */
export const memberQueries = {
  /** Profile, points and transactions. Each answer also updates the stored copy of the profile. */
  me: () => clubQuery(me, {}, { onAnswer: ({ user }, client) => takeProfile(user, client) }),
}
