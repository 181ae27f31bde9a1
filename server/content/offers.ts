import type * as v from 'valibot'
import type { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'
import type { Tier } from '#contract/member/tiers.ts'
import type { EventItem, EventSummary } from '#contract/spending/events.ts'
import { type Image, imageUrl } from '#contract/schemas/image.ts'
import { defaultLanguage, type LocalizedText } from '#contract/language.ts'
import type { RewardCategory, RewardItem, RewardSummary } from '#contract/spending/rewards.ts'
import type { StoredContents } from '#server/store/contents.ts'
import type { VoucherValidity } from '#contract/spending/voucherValidity.ts'
import { hasVouchers, readValidity } from '#server/domain/vouchers.ts'
import { entriesOf, type Entry, type FindImage, imageFinder } from './entries.ts'

type Sent<Schema extends v.GenericSchema> = v.InferInput<Schema>

/** What is left changes with every redemption, and is not part of the contents. */
type WithoutStock<Answer> = Omit<Answer, 'availableQuantityOfRewardItem'>

/** A reward in the forms of lists and of its page. */
export interface Reward {
  id: string
  alias: string
  status: string
  name: LocalizedText
  summary: WithoutStock<Sent<typeof RewardSummary>>
  item: WithoutStock<Sent<typeof RewardItem>>
  /** How it can be handed over; empty: there is no choice. */
  deliveries: readonly DeliveryMethod[]
  voucherValidity: VoucherValidity
  /** The tiers that it is limited to; null when it is for everyone. */
  tiers: readonly Tier[] | null
}

/** An event in the forms of lists and of its page. */
export interface ClubEvent {
  alias: string
  status: string
  name: LocalizedText
  summary: Sent<typeof EventSummary>
  item: Sent<typeof EventItem>
}

/** What the club offers, including inactive records. */
export interface Offers {
  rewards: Reward[]
  categories: Sent<typeof RewardCategory>[]
  /** Aliases of rewards. */
  highlights: string[]
  events: ClubEvent[]
}

const toIsoTime = (text: string | null | undefined) => (text ? new Date(text).toISOString() : null)

/** A single address for clients without responsive images: the middle width, as JPEG. */
function singleAddress(image: Image): string {
  const width = image.widths[Math.floor(image.widths.length / 2)] ?? image.width
  return imageUrl(image, width, 'jpg')
}

function toReward({ id, key, fields, line, html }: Entry<'rewards'>, find: FindImage): Reward {
  const image = find(fields.image)
  const tiers = fields.reward_visibility_tiers ?? null
  const ways = fields.delivery_methods
  const givesVouchers = fields.rewardType === 'Item' && (ways.length === 0 ? [null] : ways).some(hasVouchers)
  const voucherValidity = readValidity(fields.voucher_validity)
  const summary = {
    id,
    alias: key,
    rewardType: fields.rewardType,
    status: fields.status,
    name: line('name'),
    short_description: line('short_description'),
    points: fields.points,
    reward_visibility_tiers: tiers,
    redeemed_item_category_id: fields.redeemed_item_category_id ?? null,
    each_member_max: fields.each_member_max ?? null,
    expiry_date: toIsoTime(fields.expiry_date),
    icon: fields.icon ?? null,
    image,
  }
  const item = {
    ...summary,
    description: html('description'),
    remarks: html('remarks'),
    terms_and_conditions: html('terms_and_conditions'),
    popup_content: html('popup_content'),
    pick_up_content: html('pick_up_content'),
    delivery_methods: ways,
    delivery_option: fields.delivery_option ?? null,
    voucher_validity: givesVouchers ? voucherValidity : null,
    image_url: image && singleAddress(image[defaultLanguage]),
    slider_images: fields.slider_images.map(find).filter((found) => found !== null),
  }
  return {
    id,
    alias: key,
    status: fields.status,
    name: line('name'),
    voucherValidity,
    tiers,
    summary,
    item,
    deliveries: ways,
  }
}

function toEvent({ id, key, fields, line, html }: Entry<'events'>, find: FindImage): ClubEvent {
  const summary = {
    id,
    alias: key,
    status: fields.status,
    name: line('name'),
    short_description: line('short_description'),
    venue: line('venue'),
    starts_at: toIsoTime(fields.starts_at),
    public_registration_start_date: new Date(fields.public_registration_start_date).toISOString(),
    priority_registration_start_date: toIsoTime(fields.priority_registration_start_date),
    event_expiry_date: toIsoTime(fields.event_expiry_date),
    image: find(fields.image),
    waiting_list: fields.waiting_list,
  }
  const item = {
    ...summary,
    description: html('description'),
    remarks: html('remarks'),
    terms_and_conditions: html('terms_and_conditions'),
    ya_individual_quota: fields.ya_individual_quota,
    normal_individual_quota: fields.normal_individual_quota,
    event_quota: fields.event_quota ?? null,
  }
  return { alias: key, status: fields.status, name: line('name'), summary, item }
}

/** Everything that the club offers, in the form of the API's answers. */
export function offersOf(contents: StoredContents): Offers {
  const find = imageFinder(contents)
  return {
    rewards: entriesOf(contents, 'rewards').map((entry) => toReward(entry, find)),
    categories: entriesOf(contents, 'reward_categories').map(({ fields, line }) => ({
      id: fields.id,
      name: line('name'),
    })),
    highlights: entriesOf(contents, 'highlight_rewards').map(({ key }) => key),
    events: entriesOf(contents, 'events').map((entry) => toEvent(entry, find)),
  }
}
