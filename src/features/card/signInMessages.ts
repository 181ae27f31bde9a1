import { msg } from '@lingui/core/macro'

/** Shown to a visitor instead of the card: the page's title, and why signing in is needed. */
export const cardSignInMessages = {
  title: msg`Membership card`,
  reason: msg`Sign in to keep your card on this device. It then opens without a signal.`,
}
