import { queryOptions } from '@tanstack/react-query'
import { me } from '#contract/member.ts'
import { askClub } from '#src/query/clubQuery.ts'
import { keepProfile } from '#src/auth/storedSession.ts'
import { rememberedMember } from '#src/auth/member.ts'

/** What the club knows of the signed-in member. */
export const memberQueries = {
  /**
   * Profile, points and transactions: asked for whenever a page shows them, kept on the phone for offline use. The key
   * holds the member, so that nobody sees another's.
   */
  me: () =>
    queryOptions({
      queryKey: ['me', rememberedMember()?.id ?? null],
      queryFn: async ({ signal }) => {
        const { user } = await askClub(me, {}, signal)
        keepProfile(user.member_profile)
        return user
      },
      staleTime: 0,
    }),
}
