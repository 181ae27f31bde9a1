import { useSyncExternalStore } from 'react'
import type { MemberProfile, Tier } from '#contract/member.ts'
import { storedProfile, storedToken, watchStoredSession } from './storedSession.ts'

/** Who is signed in on this phone, as last heard from the server; there offline too. */
export interface RememberedMember {
  id: string
  /** First and last name, else the Chinese name, else null. */
  name: string | null
  chineseName: string | null
  email: string
  emailVerified: boolean
  /** Available points. */
  points: number
  tier: Tier
}

let last: { profile: MemberProfile; member: RememberedMember } | undefined

/** The member who is signed in here, or null; the same object for as long as nothing changes. */
export function rememberedMember(): RememberedMember | null {
  const profile = storedToken() === null ? null : storedProfile()
  if (!profile) return null
  if (last?.profile !== profile) last = { profile, member: memberOf(profile) }
  return last.member
}

function memberOf(profile: MemberProfile): RememberedMember {
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ')
  return {
    id: profile.id,
    name: name || profile.chinese_name || null,
    chineseName: profile.chinese_name || null,
    email: profile.email,
    emailVerified: profile.email_verified,
    points: profile.available_points,
    tier: profile.membership_tier,
  }
}

/** The member who is signed in here, or null; follows sign-ins, sign-outs and news in every tab. */
export function useRememberedMember(): RememberedMember | null {
  return useSyncExternalStore(watchStoredSession, rememberedMember, rememberedMember)
}

/**
 * Calls `listener` when somebody else, or nobody, is signed in here from now on: what the page holds of the earlier
 * member must go.
 */
export function watchMemberChange(listener: (memberId: string | null) => void): () => void {
  let known = rememberedMember()?.id ?? null
  return watchStoredSession(() => {
    const now = rememberedMember()?.id ?? null
    if (now === known) return
    known = now
    listener(now)
  })
}
