import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Tier } from '#contract/member/tiers.ts'
import { LocalizedImage } from '#contract/schemas/image.ts'
import { EditorialText, LocalizedText } from './language.ts'
import { lenient, lenientList } from '#contract/schemas/lenient.ts'
import { TicketKey } from '#contract/scan/ticketKey.ts'

/**
 * A performance that tickets refer to, so that a signed ticket can be shown offline. `claimable_until`: the end of its
 * claim window, ISO 8601; this backend's own.
 */
export const Performance = v.object({
  id: v.string(),
  name: LocalizedText,
  venue: LocalizedText,
  starts_at: v.string(),
  claimable_until: v.optional(v.string()),
})
export type Performance = v.InferOutput<typeof Performance>

/**
 * A block of content (specification section 3). `content` is HTML that must be sanitised before it is shown. `seq`
 * orders the blocks of a group; on home, those below 101 are at the top, those above 100 at the bottom, and seq 0 is
 * the main tutorial step. `code` names the purpose of the block: a page and an anchor
 * (`whats-club-bravo/membership-tiers`), a tier, a status.
 */
export const ContentBlock = v.object({
  code: v.string(),
  seq: v.number(),
  name: EditorialText,
  content: EditorialText,
  icon: lenient(v.string()),
  image: lenient(LocalizedImage),
})
export type ContentBlock = v.InferOutput<typeof ContentBlock>

/** The groups of static contents that are lists of blocks (specification section 3). */
export const blockGroups = [
  'faq',
  'tnc',
  'home_grid',
  'welcome_messages',
  'redeem_success_messages',
  'scan_result_messages',
  'asia_miles_messages',
  'registration_content',
  'priority_messages',
  'tutorial',
  'placeholders',
  'static_pages',
] as const
export type BlockGroup = (typeof blockGroups)[number]

/** What members say they like to hear. */
export const Instrument = v.object({ id: v.string(), name: LocalizedText })

/** `country_code` is the dialling code, digits only. */
export const Country = v.object({ id: v.string(), country_code: v.string(), name: EditorialText })
export type Country = v.InferOutput<typeof Country>

/**
 * A slide of the campaign slider. `alias` names a campaign, `external_alias` is an external URL; `name` is the
 * picture's alt text.
 */
export const HomepageBanner = v.object({
  alias: lenient(v.string()),
  external_alias: lenient(v.pipe(v.string(), v.url())),
  name: EditorialText,
  desktop_image: LocalizedImage,
  mobile_image: LocalizedImage,
})
export type HomepageBanner = v.InferOutput<typeof HomepageBanner>

/** What editors add to a performance: its picture, and where its tickets are sold. */
export const Concert = v.object({
  /** Its id. */
  performance: v.string(),
  image: lenient(LocalizedImage),
  tickets_url: lenient(v.pipe(v.string(), v.url())),
})
export type Concert = v.InferOutput<typeof Concert>

/** How a campaign is shown: a page of text, a banner over its text, or an external URL that opens in a new tab. */
export const campaignKinds = ['static', 'banner', 'external'] as const

/** A campaign, whose page the club's editors write. */
export const Campaign = v.object({
  alias: v.string(),
  kind: v.picklist(campaignKinds),
  name: EditorialText,
  content: EditorialText,
  image: lenient(LocalizedImage),
  external_url: lenient(v.pipe(v.string(), v.url())),
  /** Whether the concerts to come stand above the text. */
  lists_concerts: v.optional(v.fallback(v.boolean(), false), false),
})
export type Campaign = v.InferOutput<typeof Campaign>

/** The picture of a tier's membership card. */
const MembershipCard = v.object({ tier: Tier, image: LocalizedImage })

/** `rate`: points per mile. `options`: suggested amounts in points; the first is the minimum. */
export const MilesConfig = v.object({ rate: v.number(), options: v.array(v.number()) })
export type MilesConfig = v.InferOutput<typeof MilesConfig>

/** Contact details and external links: a URL, a telephone number or a text for each language. */
export const linkCodes = ['privacy-policy', 'orchestra', 'email', 'telephone', 'address', 'hours'] as const
export const ClubLink = v.object({ code: v.picklist(linkCodes), value: EditorialText })
export type ClubLink = v.InferOutput<typeof ClubLink>

/** The days of a week as JavaScript counts them. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** When the office is open on a day of the week, in Hong Kong: `10:00`. On any other day it is closed. */
export const OpeningHours = v.object({ day: v.picklist(weekdays), from: v.string(), to: v.string() })
export type OpeningHours = v.InferOutput<typeof OpeningHours>

const Blocks = lenientList(ContentBlock)

/** The public contents that the app keeps for offline use. A missing or invalid group is empty. */
export const StaticContents = v.object({
  ticket_keys: v.array(TicketKey),
  performances: v.array(Performance),
  instruments: lenientList(Instrument),
  countries: lenientList(Country),
  faq: Blocks,
  tnc: Blocks,
  home_grid: Blocks,
  welcome_messages: Blocks,
  redeem_success_messages: Blocks,
  scan_result_messages: Blocks,
  asia_miles_messages: Blocks,
  registration_content: Blocks,
  priority_messages: Blocks,
  tutorial: Blocks,
  placeholders: Blocks,
  static_pages: Blocks,
  homepage_banners: lenientList(HomepageBanner),
  campaigns: lenientList(Campaign),
  concerts: lenientList(Concert),
  membership_cards: lenientList(MembershipCard),
  club_links: lenientList(ClubLink),
  opening_hours: lenientList(OpeningHours),
  miles_config: v.optional(v.fallback(MilesConfig, defaultMiles()), defaultMiles()),
  /** Whether one can join: not before the terms are published; this backend's own. */
  takes_members: v.optional(v.fallback(v.boolean(), true), true),
  /** Read by `bonusPeriodsOf`, which only pages with tickets load. */
  bonus_periods: v.optional(v.unknown()),
} satisfies Record<BlockGroup, unknown> & Record<string, unknown>)
export type StaticContents = v.InferOutput<typeof StaticContents>

/** The conversion where the contents say nothing (specification section 9). */
export function defaultMiles() {
  return { rate: 4, options: [1000, 2000, 3000] }
}

export const staticContents = endpoint({
  summary: 'Gets what editors have published for every visitor',
  method: 'GET',
  path: '/api/{product}/static-contents',
  access: 'public',
  request: v.object({}),
  answer: StaticContents,
  offline: 'content',
  burst: { request: {}, status: 200 },
})

export const instrumentList = endpoint({
  summary: 'Lists the instruments that a profile may name',
  method: 'GET',
  path: '/api/{product}/get-instrument-list',
  calledBy: 'others',
  access: 'public',
  request: v.object({}),
  answer: v.object({ allInstrument: v.array(Instrument) }),
  burst: { request: {}, status: 200 },
})

/** Shown on home once per session, if both have a text in the language. `content` is HTML that must be sanitised. */
export const HomepagePopup = v.object({ title: EditorialText, content: EditorialText })
export type HomepagePopup = v.InferOutput<typeof HomepagePopup>

export const homepagePopup = endpoint({
  summary: 'Gets the popup of the home page',
  method: 'GET',
  path: '/api/{product}/get-homepage-popup',
  access: 'public',
  request: v.object({}),
  answer: HomepagePopup,
  offline: 'content',
  burst: { request: {}, status: 200 },
})
