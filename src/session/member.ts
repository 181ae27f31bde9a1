import { useSyncExternalStore } from 'react'
import type { Tier } from '#contract/member/tiers.ts'
import { type Language, languageTable } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import type { ApiError } from '#src/api/errors.ts'
import { storedProfile, storedToken, watchStoredSession } from './storedSession.ts'

/** The signed-in member as the server last described them; available offline. */
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
  /** Since when and why they spend nothing; null where they are not suspended. */
  suspension: MemberProfile['suspension']
}

let cached: { profile: MemberProfile; member: RememberedMember } | undefined

/** The signed-in member, or null; the same object until it changes. */
export function rememberedMember(): RememberedMember | null {
  const profile = storedToken() === null ? null : storedProfile()
  if (!profile) return null
  if (cached?.profile !== profile) cached = { profile, member: memberOf(profile) }
  return cached.member
}

/** First and last name; in Chinese characters the family name comes first. */
function joinedName({ first_name: first, last_name: last }: MemberProfile): string {
  const isChinese = /^\p{Script=Han}+$/u.test(`${first}${last}`)
  return isChinese ? `${last}${first}` : [first, last].filter(Boolean).join(' ')
}

function memberOf(profile: MemberProfile): RememberedMember {
  const name = joinedName(profile)
  return {
    id: profile.id,
    name: name || profile.chinese_name || null,
    chineseName: profile.chinese_name || null,
    email: profile.email,
    emailVerified: profile.email_verified,
    points: profile.available_points,
    tier: profile.membership_tier,
    suspension: profile.suspension,
  }
}

/** The server renders for visitors: documents are hydrated with nobody. */
const nobody = () => null

/** The signed-in member, or null. Follows sign-ins, sign-outs and profile changes in every tab. */
export function useRememberedMember(): RememberedMember | null {
  return useSyncExternalStore(watchStoredSession, rememberedMember, nobody)
}

/** A profile that is not that of the member who was asked about: a proxy can mix answers up. */
export const foreignProfile: ApiError = {
  kind: 'unreadable',
  status: 200,
  field: 'id',
  detail: 'the profile of another member',
}

/**
 * Calls `listener` when the signed-in member changes (null after a sign-out): the page must drop the earlier member's
 * data.
 */
export function watchMemberChange(listener: (memberId: string | null) => void): () => void {
  let previousId = rememberedMember()?.id ?? null
  return watchStoredSession(() => {
    const id = rememberedMember()?.id ?? null
    if (id === previousId) return
    previousId = id
    listener(id)
  })
}

/**
 * The name to show: in Chinese the Chinese name if there is one, else first and last name; null if neither is known.
 */
export function memberName(member: Pick<RememberedMember, 'name' | 'chineseName'>, lang: Language): string | null {
  return languageTable[lang].isChinese ? (member.chineseName ?? member.name) : member.name
}
