import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Language } from '#contract/language.ts'
import type { ContentGroup, ContentState, ListedContent } from '#contract/staff/contents.ts'
import { localized } from '#src/i18n/localized.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { tiers } from '#contract/member/tiers.ts'

type Messages = Readonly<Partial<Record<string, MessageDescriptor>>>

/** The groups of contents. One of a later server has its own name (`tests/architecture/tables.test.ts`). */
export const groupMessages: Messages = {
  instruments: msg`Areas of interest`,
  countries: msg`Dialling codes`,
  faq: msg`Questions and answers`,
  tnc: msg`Terms`,
  home_grid: msg`Blocks on the home page`,
  welcome_messages: msg`Welcome messages`,
  redeem_success_messages: msg`Messages after redeeming`,
  scan_result_messages: msg`Messages after scanning`,
  asia_miles_messages: msg`Messages about miles`,
  registration_content: msg`Texts for joining`,
  priority_messages: msg`Messages about priority registration`,
  tutorial: msg`How to use the app`,
  placeholders: msg`Texts where a list is empty`,
  static_pages: msg`Texts of pages`,
  homepage_banners: msg`Banners on the home page`,
  campaigns: msg`Campaigns`,
  concerts: msg`Concerts`,
  membership_cards: msg`Pictures of membership cards`,
  club_links: msg`Contact details`,
  opening_hours: msg`Opening hours`,
  miles_config: msg`Converting points to miles`,
  bonus_periods: msg`Bonus periods`,
  gauge_levels: msg`Yearly targets`,
  homepage_popup: msg`Pop-up on the home page`,
  reward_categories: msg`Reward categories`,
  rewards: msg`Rewards`,
  highlight_rewards: msg`Featured rewards`,
  events: msg`Events`,
}

/** The fields and texts of all groups. */
export const fieldMessages: Messages = {
  key: msg({ message: 'Key', context: 'of an entry' }),
  country_code: msg`Dialling code`,
  seq: msg({ message: 'Order', context: 'among others' }),
  icon: msg`Icon`,
  image: msg`Picture`,
  shown_if: msg`Shown only if`,
  alias: msg`Campaign’s key`,
  external_alias: msg`Link to another website`,
  desktop_image: msg`Picture for wide screens`,
  mobile_image: msg`Picture for phones`,
  kind: msg`Type`,
  external_url: msg`Link to another website`,
  lists_concerts: msg`List the coming concerts`,
  tickets_url: msg`Link to ticket sales`,
  from: msg({ message: 'From', context: 'a time' }),
  to: msg({ message: 'To', context: 'a time' }),
  rate: msg`Points for a mile`,
  options: msg`Amounts of points to choose from`,
  code: msg`Bonus`,
  factor: msg`Points are multiplied by`,
  members: msg`Members it’s for`,
  fullTicketPurchased: msg`Ticket spend`,
  fullSynonyms: msg`Concerts attended`,
  fullEarnedPoint: msg`Points earned`,
  active: msg`Show it`,
  id: msg`Number`,
  rewardType: msg`Type`,
  status: msg`State`,
  points: msg`Points`,
  reward_visibility_tiers: msg`Only for these tiers`,
  redeemed_item_category_id: msg`Number of the category`,
  stock: msg`Stock`,
  each_member_max: msg`Most for each member`,
  expiry_date: msg`Can be redeemed until`,
  delivery_methods: msg`Ways to receive it`,
  delivery_option: msg`Note on delivery`,
  voucher_validity: msg`Vouchers are valid for`,
  slider_images: msg`More pictures`,
  starts_at: msg`Begins`,
  public_registration_start_date: msg`Registration opens`,
  priority_registration_start_date: msg`Priority registration opens`,
  event_expiry_date: msg`Registration closes`,
  ya_individual_quota: msg`Most places for a young member`,
  normal_individual_quota: msg`Most places for other members`,
  event_quota: msg`Places`,
  waiting_list: msg`Keep a waiting list`,
  name: msg({ message: 'Name', context: 'a thing’s' }),
  content: msg`Text`,
  value: msg`Value`,
  title: msg`Title`,
  short_description: msg`Short description`,
  description: msg`Description`,
  remarks: msg`Remarks`,
  terms_and_conditions: msg`Terms and conditions`,
  popup_content: msg`Text before redeeming`,
  pick_up_content: msg`Text about picking it up`,
  venue: msg`Venue`,
}

/** What members see of an entry, and what its draft does. */
export const stateMessages: Record<ContentState, MessageDescriptor> = {
  published: msg`Published`,
  changed: msg`Published, with a draft`,
  new: msg({ message: 'Draft', context: 'an entry' }),
  removed: msg`Published, to be removed`,
  gone: msg`Removed`,
}

const choiceMessages: Messages = {
  // All three of these are shown.
  active: msg({ message: 'Shown', context: 'to members' }),
  draft: msg`Shown (draft)`,
  public: msg`Shown (public)`,
  inactive: msg({ message: 'Not shown', context: 'to members' }),
  hidden: msg`Not shown (hidden)`,
  Item: msg({ message: 'Item', context: 'a type of reward' }),
  'Asia Miles': msg`Asia Miles`,
  Event: msg({ message: 'Event', context: 'a type of reward' }),
  static: msg({ message: 'Page of its own', context: 'a campaign' }),
  banner: msg({ message: 'Banner', context: 'a campaign' }),
  external: msg({ message: 'Another website', context: 'a campaign' }),
  'privacy-policy': msg`Privacy policy`,
  orchestra: msg`The orchestra’s website`,
  email: msg`Email address`,
  telephone: msg`Telephone`,
  address: msg({ message: 'Address', context: 'by post' }),
  hours: msg`Opening hours`,
  sunday: msg`Sunday`,
  monday: msg`Monday`,
  tuesday: msg`Tuesday`,
  wednesday: msg`Wednesday`,
  thursday: msg`Thursday`,
  friday: msg`Friday`,
  saturday: msg`Saturday`,
  points_stay: msg`points don’t expire`,
  points_expire: msg`points expire`,
  all: msg`All members`,
  birthday_month: msg`Members with a birthday that month`,
}

const wordOf = (messages: Messages, name: string, i18n: I18n) => {
  const message = messages[name]
  return message ? i18n._(message) : name
}

export const groupText = (name: string, i18n: I18n): string => wordOf(groupMessages, name, i18n)
export const fieldText = (name: string, i18n: I18n): string => wordOf(fieldMessages, name, i18n)

/** What can be chosen, in words where there are any. */
export function choiceText(value: string, i18n: I18n): string {
  const tier = tiers.find((one) => one === value)
  return tier === undefined ? wordOf(choiceMessages, value, i18n) : i18n._(tierMessages[tier])
}

/** Where members see an entry, below the language; null where it is on many pages, or part of one. */
export function sitePath(group: string, key: string, lang: Language): string | null {
  switch (group) {
    case 'faq':
      return `/${lang}/faq#${key}`
    case 'tnc':
      return `/${lang}/terms-and-conditions`
    case 'rewards':
      return `/${lang}/reward-detail/${key}`
    case 'events':
      return `/${lang}/event/${key}`
    case 'campaigns':
      return `/${lang}/campaign/${key}`
    case 'club_links':
    case 'opening_hours':
      return `/${lang}/contact-us`
    case 'tutorial':
      return `/${lang}/how-to`
    case 'homepage_banners':
    case 'home_grid':
      return `/${lang}`
    default:
      return null
  }
}

/** A key; in words where nobody has made it up. */
export const keyText = ({ keys }: Pick<ContentGroup, 'keys'>, key: string, i18n: I18n): string =>
  keys === null ? key : choiceText(key, i18n)

/** What an entry is called: its first line, or its key. */
export const titleText = (
  group: Pick<ContentGroup, 'keys'>,
  { title, key }: Pick<ListedContent, 'title' | 'key'>,
  lang: Language,
  i18n: I18n,
): string => (title && localized(title, lang)) || keyText(group, key, i18n)
