import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What a guest reads in place of a page of this feature: its title, and why signing in is needed. */
export interface GuestMessages {
  title: MessageDescriptor
  reason: MessageDescriptor
}

/** In place of the scanner, the preview and the results. */
export const scanningMessages: GuestMessages = {
  title: msg`Sign in to scan tickets`,
  reason: msg`The points of your tickets go to your membership. Joining is free and takes a minute.`,
}

export const myScansMessages: GuestMessages = {
  title: msg`My scans`,
  reason: msg`Sign in to see every ticket that you have scanned on this phone, and what became of it. Joining is free and takes a minute.`,
}
