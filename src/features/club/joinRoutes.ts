import type { ContentBlock } from '#contract/content.ts'
import type { Tier } from '#contract/member.ts'

/**
 * What a person can do with a way to join: join in the app, become a Red member, link an earlier membership, nothing (they have joined), or
 * ask the club's team.
 */
export type JoinAction = 'sign-up' | 'upgrade' | 'link' | 'none' | 'ask'

/** The codes of the routes that the app offers. */
const openInApp: ReadonlySet<string> = new Set(['free', 'red', 'existing'])

/** @param tier the member's tier; null for a guest */
export function joinActionOf({ code }: Pick<ContentBlock, 'code'>, tier: Tier | null): JoinAction {
  if (!openInApp.has(code)) return 'ask'
  if (code === 'existing') return tier === null || tier === 'Black' ? 'link' : 'none'
  if (tier === null) return 'sign-up'
  return code === 'red' && tier === 'Black' ? 'upgrade' : 'none'
}
