import type { ContentBlock } from '#contract/content.ts'

/** How somebody takes a way into the club: at once in the app, or through the club's team. */
export type JoinAction = 'sign-up' | 'ask'

/** The ways into the club that are open in the app, by the code of their block. */
const openInApp: ReadonlySet<string> = new Set(['free'])

export function joinActionOf({ code }: ContentBlock): JoinAction {
  return openInApp.has(code) ? 'sign-up' : 'ask'
}
