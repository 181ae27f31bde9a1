import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What a release brought its members, in one line. */
interface Release {
  /** Counts up by one. */
  number: number
  news: MessageDescriptor
}

/** Newest first. A release without anything to see has no entry. */
export const releases: readonly [Release, ...Release[]] = [
  {
    number: 1,
    news: msg`Your card fills the screen, you can see your points history, and you can share tickets with the app.`,
  },
]
