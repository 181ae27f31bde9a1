import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { milesAlias } from '#contract/spending/rewards.ts'
import type { SectionCode } from '#contract/spending/sectionCodes.ts'
import { pageOfPath } from '#src/i18n/language.ts'
import type { IconName } from '#src/ui/content/Icon.tsx'

/** A navigation target: a page, or a part of one. */
export interface NavigationLink {
  label: MessageDescriptor
  to:
    | '/$lang/whats-club-bravo'
    | '/$lang/join-club-bravo'
    | '/$lang/how-to'
    | '/$lang/faq'
    | '/$lang/terms-and-conditions'
    | '/$lang/reward-list'
    | '/$lang/reward-detail/$alias'
  alias?: string
  /** The part of the page, by its anchor. */
  hash?: string
  /** The category of the list. */
  category?: SectionCode
}

export interface NavigationGroup {
  name: 'club' | 'rewards'
  label: MessageDescriptor
  icon: IconName
  links: readonly NavigationLink[]
  /** Parts of the first link's page. */
  parts: { label: MessageDescriptor; links: readonly NavigationLink[] }
}

const part = (hash: string, label: MessageDescriptor) => ({ to: '/$lang/whats-club-bravo', hash, label }) as const
const list = (category: SectionCode, label: MessageDescriptor) =>
  ({ to: '/$lang/reward-list', category, label }) as const

/**
 * The two groups of pages in the header and the menu, with the anchors of specification section 2, and the categories
 * of the list.
 */
export const navigationGroups: readonly NavigationGroup[] = [
  {
    name: 'club',
    label: msg`About Club Bravo`,
    icon: 'info',
    links: [
      { to: '/$lang/whats-club-bravo', label: msg`What is Club Bravo?` },
      { to: '/$lang/join-club-bravo', label: msg`Join Club Bravo` },
      { to: '/$lang/how-to', label: msg`How it works` },
      { to: '/$lang/faq', label: msg`Questions and answers` },
      { to: '/$lang/terms-and-conditions', label: msg`Terms and conditions` },
    ],
    parts: {
      label: msg`Membership`,
      links: [
        part('membership-tiers', msg`Membership tiers`),
        part('members-privileges', msg`Members’ privileges`),
        part('enjoy-discount-at-urbtix', msg`Discounts at URBTIX`),
        part('standard-chartered-cathay-mastercard', msg`Standard Chartered Cathay Mastercard`),
      ],
    },
  },
  {
    name: 'rewards',
    label: msg`Rewards`,
    icon: 'gift',
    links: [
      { to: '/$lang/reward-list', label: msg`All rewards` },
      list('events', msg`Events`),
      { to: '/$lang/reward-detail/$alias', alias: milesAlias, label: msg`Airline miles` },
    ],
    parts: {
      label: msg`By category`,
      links: [
        list('rewards', msg`Gifts and vouchers`),
        list('special-offer', msg`Special offers`),
        list('all-year-round', msg`All year round`),
        list('arts-and-culture', msg`Arts and culture`),
        list('bookstore-and-cultural-institution', msg`Bookshops and cultural institutions`),
        list('lifestyle', msg`Lifestyle`),
        list('music-centre-and-institution', msg`Music centres and institutions`),
        list('restaurant', msg`Restaurants`),
      ],
    },
  },
]

/** Whether a page (its path) belongs to a group. */
export function isInGroup({ links }: NavigationGroup, pathname: string): boolean {
  const page = pageOfPath(pathname)
  return page !== '' && links.some(({ to }) => pageOfPath(to) === page)
}
