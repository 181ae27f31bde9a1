import { useQuery } from '@tanstack/react-query'
import { defaultMiles } from '#contract/content.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { formValuesOf } from '#contract/registration/profileMapper.ts'
import { completingFields } from '#contract/registration/registration.ts'
import { welcomePoints } from '#contract/member/welcomePoints.ts'
import { milesOf } from '#contract/spending/miles.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { contentQueries } from '#src/query/clubQueries.ts'

/** What a profile lacks to be complete. */
export function missingDetails(profile: MemberProfile) {
  const values = formValuesOf(profile)
  return completingFields.filter((name) => values[name].length === 0)
}

/** What a complete profile earns: the points, and the miles that they are worth at the club's rate. */
export function useWelcomeBonus(): { points: string; miles: string } {
  const { data: contents } = useQuery(contentQueries.staticContents())
  const miles = milesOf(welcomePoints, contents?.miles_config ?? defaultMiles())
  return { points: formatPoints(welcomePoints), miles: formatPoints(miles) }
}
