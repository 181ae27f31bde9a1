import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Shown to a visitor instead of a page of this feature: its title, and why signing in is needed. */
export interface SignInMessages {
  title: MessageDescriptor
  reason: MessageDescriptor
}

/** For the scanner, the preview and the results. */
export const scanningMessages: SignInMessages = {
  title: msg`Sign in to scan tickets`,
  reason: msg`Points from your tickets go to your account. Joining is free and takes about a minute.`,
}

export const myScansMessages: SignInMessages = {
  title: msg`My scans`,
  reason: msg`Sign in to see every ticket you’ve scanned on this device and its status. Joining is free and takes about a minute.`,
}

/** For tickets that come by an address or from another app. */
export const addTicketMessages: SignInMessages = {
  title: msg`Sign in to add your ticket`,
  reason: msg`Points from your tickets go to your account. Joining is free and takes about a minute.`,
}

export const notATicketMessages: SignInMessages = {
  title: msg`This link isn’t a ticket`,
  reason: msg`It may be cut off. Sign in, and scan the QR code on your ticket instead.`,
}

export const savedTicketMessages: SignInMessages = {
  title: msg`Sign in to add your ticket`,
  reason: msg`We’ve kept your ticket. Sign in, and its points go to your account. Joining is free and takes about a minute.`,
}

export const unkeptTicketMessages: SignInMessages = {
  title: msg`We couldn’t keep your ticket`,
  reason: msg`Your browser has no room for it. Sign in, then open the ticket’s link again. Joining is free and takes about a minute.`,
}
