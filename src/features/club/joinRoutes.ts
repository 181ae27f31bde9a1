import type { ContentBlock } from '#contract/content.ts'
import type { Tier } from '#contract/member.ts'

/**
 * What a person can do with a way to join: join in the app, become a Red member, apply to the young audience scheme, nothing (they have joined), or
 * ask the club's team.
 */
export type JoinAction = 'sign-up' | 'upgrade' | 'apply' | 'none' | 'ask'

/** The codes of the routes that the app offers. */
const openInApp: ReadonlySet<string> = new Set(['free', 'red', 'ya'])

/** @param tier the member's tier; null for a guest */
export function joinActionOf({ code }: Pick<ContentBlock, 'code'>, tier: Tier | null): JoinAction {
  if (!openInApp.has(code)) return 'ask'
  // Members apply, too, and a guest needs an account first, to which the page leads.
  if (code === 'ya') return 'apply'
  if (tier === null) return 'sign-up'
  return code === 'red' && tier === 'Black' ? 'upgrade' : 'none'
}
