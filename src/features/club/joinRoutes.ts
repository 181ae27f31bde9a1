import type { ContentBlock } from '#contract/content.ts'

/** How a person joins by a route: in the app, or by asking the club's team. */
export type JoinAction = 'sign-up' | 'ask'

/** The codes of the routes that the app offers. */
const openInApp: ReadonlySet<string> = new Set(['free', 'red'])

export function joinActionOf({ code }: ContentBlock): JoinAction {
  return openInApp.has(code) ? 'sign-up' : 'ask'
}
