import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What a guest reads at a page of this feature: its title, and why signing in is needed. */
export interface GuestWords {
  title: MessageDescriptor
  reason: MessageDescriptor
}

/** At the scanner, and on the way from it to the points. */
export const scanningWords: GuestWords = {
  title: msg`Sign in to scan tickets`,
  reason: msg`Points from your tickets go to your account. Joining is free and takes about a minute.`,
}

export const myScansWords: GuestWords = {
  title: msg`My scans`,
  reason: msg`Sign in to see every ticket you’ve scanned on this device and its status. Joining is free and takes about a minute.`,
}
