import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { homeMessages, type PageMessages } from './homeMessages.ts'

/**
 * The public pages by route: search engines index these and no others. On detail pages (a reward, an event, a campaign)
 * these messages are the fallback until the item is loaded.
 */
export const pageMessages = {
  '/$lang/': homeMessages,
  '/$lang/whats-club-bravo': {
    title: msg`What is Club Bravo?`,
    description: msg`The orchestra’s rewards club: its three membership tiers, what members enjoy, discounts on concert tickets, and how to earn points.`,
  },
  '/$lang/join-club-bravo': {
    title: msg`Join Club Bravo`,
    description: msg`How to join the orchestra’s rewards club: free in about a minute, as a Red member, or with an earlier membership.`,
  },
  '/$lang/card-partner-upgrade': {
    title: msg`Card partner upgrade`,
    description: msg`For holders of our partner’s card: a Red membership without the annual fee, with the personal link your card partner sends you.`,
  },
  '/$lang/how-to': {
    title: msg`How it works`,
    description: msg`Scan your concert ticket, earn points, redeem them for rewards or airline miles, and enjoy: Club Bravo in four steps.`,
  },
  '/$lang/faq': {
    title: msg`Questions and answers`,
    description: msg`Answers about points, scanning tickets, membership tiers, rewards, airline miles, events and your Club Bravo account.`,
  },
  '/$lang/contact-us': {
    title: msg`Contact us`,
    description: msg`How to reach the Club Bravo team: email address, telephone number, office hours and where to find us.`,
  },
  '/$lang/terms-and-conditions': {
    title: msg`Terms and conditions`,
    description: msg`The terms of Club Bravo membership, points, redemption, tier upgrades and events, and the disclaimer.`,
  },
  '/$lang/scan-intro': {
    title: msg`Scan your concert ticket`,
    description: msg`Tickets for our concerts earn points.`,
  },
  '/$lang/reward-list': {
    title: msg`Rewards and events`,
    description: msg`What Club Bravo offers its members: vouchers, concert tickets, gifts, partner offers and airline miles for points, and events to register for.`,
  },
  '/$lang/reward-detail/$alias': {
    title: msg`Reward`,
    description: msg`A Club Bravo reward: what it is, how many points you need and how you’ll receive it.`,
  },
  '/$lang/event/$alias': {
    title: msg`Event`,
    description: msg`An event for Club Bravo members: what it’s about, when and where it takes place, and when registration opens.`,
  },
  '/$lang/campaign/$alias': {
    title: msg`Club news`,
    description: msg`News and offers of Club Bravo, the orchestra’s rewards club.`,
  },
} as const satisfies Record<string, PageMessages>

type PublicPage = keyof typeof pageMessages

/** Whether a route (its id) is a public page. */
export function isPublicPage(routeId: string): routeId is PublicPage {
  return Object.hasOwn(pageMessages, routeId)
}

/** A public page's title and description in the language in use, as `Page` takes them. */
export function usePageMessages(page: PublicPage): { title: string; description: string } {
  const { i18n } = useLingui()
  const { title, description } = pageMessages[page]
  return { title: i18n._(title), description: i18n._(description) }
}
