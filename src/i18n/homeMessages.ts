import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The title of a page, and its description for search results. */
export interface PageMessages {
  title: MessageDescriptor
  description: MessageDescriptor
}

/** Home's; those of the other public pages are in a catalog that home does not load (pageMessages.ts). */
export const homeMessages: PageMessages = {
  title: msg`The club for concert-goers`,
  description: msg`Scan your ticket at every concert to earn points. Redeem them for rewards or convert them to airline miles. Joining Club Bravo, the orchestra’s rewards club, is free.`,
}
