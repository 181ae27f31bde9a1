import { me } from '#contract/member/member.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { externalProviderHost } from '#src/session/provider.ts'
import { storeProfile } from '#src/session/storedSession.ts'

/**
 * Finds out whether the member's email has been verified.
 *
 * @returns 'sign-in' if only a sign-in can tell: the token has ended, or another identity provider knows it
 */
export async function recheckEmail(): Promise<'verified' | 'unverified' | 'unreachable' | 'sign-in'> {
  const answer = await clubClient.call(me, {}, { concurrent: true, fresh: true })
  if (!answer.ok) return answer.error.kind === 'http' && answer.error.status === 401 ? 'sign-in' : 'unreachable'
  const profile = answer.data.user.member_profile
  storeProfile(profile)
  if (profile.email_verified) return 'verified'
  return externalProviderHost === null ? 'unverified' : 'sign-in'
}
