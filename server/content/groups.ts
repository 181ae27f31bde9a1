import * as v from 'valibot'
import { deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import { keysOf } from '#contract/keysOf.ts'
import { measuredTiers, tiers } from '#contract/member/tiers.ts'
import { bonusCodes, bonusMembers } from '#contract/scan/bonus.ts'
import { type BlockGroup, campaignKinds, linkCodes, weekdays } from '#contract/content.ts'
import { recordStatuses } from '#contract/schemas/recordStatus.ts'
import { rewardTypes } from '#contract/spending/rewards.ts'
import {
  ExternalUrl,
  aliasKey,
  PositiveCount,
  Count,
  codeKey,
  Factor,
  Flag,
  ImageChoice,
  list,
  maybe,
  Timestamp,
  oneOf,
  Position,
  ShortText,
  TimeOfDay,
  VoucherValidity,
} from './fields.ts'

/** One text of an entry. A line is plain text on one line; Markdown becomes HTML. */
export interface TextField {
  kind: 'line' | 'markdown'
  /** Whether it is required, in English at least. */
  required: boolean
}

const line = { kind: 'line', required: true } as const
const maybeLine = { kind: 'line', required: false } as const
const markdown = { kind: 'markdown', required: true } as const
const maybeMarkdown = { kind: 'markdown', required: false } as const

/** Declares a group of contents: an entry's key, its fields (the same in every language), and its texts. */
function group<
  Key extends v.GenericSchema<string, string>,
  const Fields extends v.ObjectEntries,
  const Texts extends Record<string, TextField>,
>(key: Key, fields: Fields, texts: Texts) {
  return { key, fields: v.strictObject(fields), texts }
}

/** What the club's configuration says, on which a block may depend (`shown_if`). */
const conditions = ['points_stay', 'points_expire'] as const

const blockFields = {
  seq: Position,
  icon: maybe(ShortText),
  image: maybe(ImageChoice),
  shown_if: maybe(oneOf(conditions)),
}
const blocks = group(codeKey, blockFields, { name: line, content: maybeMarkdown })
/** Blocks whose text is required. */
const articles = group(codeKey, blockFields, { name: line, content: markdown })

const digits = 'must be digits, such as "852"'
const readings = { description: maybeMarkdown, remarks: maybeMarkdown, terms_and_conditions: maybeMarkdown } as const

/**
 * Every group of contents, in the order of reports. Export, import, checks and the seed read this table;
 * `staticContents.ts` and `offers.ts` turn the entries into answers.
 */
export const groups = {
  instruments: group(codeKey, {}, { name: line }),
  countries: group(
    codeKey,
    { country_code: v.pipe(v.string(digits), v.regex(/^\d{1,4}$/, digits)) },
    {
      name: line,
    },
  ),
  faq: articles,
  tnc: articles,
  home_grid: blocks,
  welcome_messages: blocks,
  redeem_success_messages: blocks,
  scan_result_messages: blocks,
  asia_miles_messages: blocks,
  registration_content: blocks,
  priority_messages: blocks,
  tutorial: blocks,
  placeholders: blocks,
  static_pages: blocks,
  homepage_banners: group(
    codeKey,
    {
      alias: maybe(ShortText),
      external_alias: maybe(ExternalUrl),
      desktop_image: ImageChoice,
      mobile_image: ImageChoice,
    },
    { name: line },
  ),
  campaigns: group(
    aliasKey,
    {
      kind: oneOf(campaignKinds),
      image: maybe(ImageChoice),
      external_url: maybe(ExternalUrl),
      lists_concerts: maybe(Flag),
    },
    { name: line, content: maybeMarkdown },
  ),
  /** By the id of their performance. */
  concerts: group(aliasKey, { image: maybe(ImageChoice), tickets_url: maybe(ExternalUrl) }, {}),
  membership_cards: group(oneOf(tiers), { image: ImageChoice }, {}),
  club_links: group(oneOf(linkCodes), {}, { value: line }),
  opening_hours: group(oneOf(weekdays), { from: TimeOfDay, to: TimeOfDay }, {}),
  miles_config: group(oneOf(['miles']), { rate: PositiveCount, options: list(PositiveCount) }, {}),
  bonus_periods: group(
    aliasKey,
    { code: oneOf(bonusCodes), factor: Factor, members: oneOf(bonusMembers), from: Timestamp, to: Timestamp },
    {},
  ),
  gauge_levels: group(
    oneOf(measuredTiers),
    { fullTicketPurchased: PositiveCount, fullSynonyms: PositiveCount, fullEarnedPoint: PositiveCount },
    {},
  ),
  homepage_popup: group(oneOf(['popup']), { active: Flag }, { title: maybeLine, content: maybeMarkdown }),
  reward_categories: group(codeKey, { id: PositiveCount }, { name: line }),
  rewards: group(
    aliasKey,
    {
      rewardType: oneOf(rewardTypes),
      status: oneOf(recordStatuses),
      points: Count,
      reward_visibility_tiers: maybe(list(oneOf(tiers))),
      redeemed_item_category_id: maybe(PositiveCount),
      stock: Count,
      each_member_max: maybe(PositiveCount),
      expiry_date: maybe(Timestamp),
      delivery_methods: list(oneOf(keysOf(deliveryMethods))),
      delivery_option: maybe(ShortText),
      voucher_validity: maybe(VoucherValidity),
      icon: maybe(ShortText),
      image: maybe(ImageChoice),
      slider_images: list(ImageChoice),
    },
    { name: line, short_description: line, ...readings, popup_content: maybeMarkdown, pick_up_content: maybeMarkdown },
  ),
  highlight_rewards: group(aliasKey, {}, {}),
  events: group(
    aliasKey,
    {
      status: oneOf(recordStatuses),
      starts_at: maybe(Timestamp),
      public_registration_start_date: Timestamp,
      priority_registration_start_date: maybe(Timestamp),
      event_expiry_date: maybe(Timestamp),
      ya_individual_quota: Count,
      normal_individual_quota: Count,
      event_quota: maybe(Count),
      waiting_list: Flag,
      image: maybe(ImageChoice),
    },
    { name: line, short_description: line, venue: maybeLine, ...readings },
  ),
} satisfies Record<BlockGroup, Pick<typeof blocks, 'key' | 'fields'>> & Record<string, unknown>

/** The fields that name images, in all groups. */
export const imageFields = ['image', 'desktop_image', 'mobile_image', 'slider_images'] as const

export type Groups = typeof groups
export type GroupName = keyof Groups
/** A text of a group's entries. */
export type TextOf<N extends GroupName> = keyof Groups[N]['texts'] & string
export type KeyOf<N extends GroupName> = v.InferOutput<Groups[N]['key']>
export type FieldsOf<N extends GroupName> = v.InferOutput<Groups[N]['fields']>

export const groupNames = Object.keys(groups).filter(isGroupName)

/** Whether there is a group of this name. */
export function isGroupName(name: string): name is GroupName {
  return Object.hasOwn(groups, name)
}

/** The texts of a group's entries by name, in the order in which they are written. */
export function textsOf(name: GroupName): [string, TextField][] {
  return Object.entries<TextField>(groups[name].texts)
}
