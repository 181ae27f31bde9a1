import * as v from 'valibot'
import { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'
import { Tier } from '#contract/member/tiers.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { EventSummary } from './events.ts'
import { RecordStatus } from '#contract/schemas/recordStatus.ts'
import { LocalizedImage } from '#contract/schemas/image.ts'
import { EditorialText } from '#contract/language.ts'
import { answerList, lenient, lenientList } from '#contract/schemas/lenient.ts'

/**
 * An item is redeemed for points. The others lead to their own pages: the conversion to airline miles, and the event
 * with the reward's alias.
 */
export const rewardTypes = ['Item', 'Asia Miles', 'Event'] as const

/** The reward that represents converting points to airline miles. */
export const milesAlias = 'asia-miles-conversion'

/** A reward as lists show it. `points` for one piece; `expiry_date`: ISO 8601, the last moment to redeem it. */
export const RewardSummary = v.object({
  id: v.string(),
  alias: v.string(),
  rewardType: v.picklist(rewardTypes),
  status: RecordStatus,
  name: EditorialText,
  short_description: EditorialText,
  points: Count,
  /** The tiers that see it; null: everyone. */
  reward_visibility_tiers: lenient(v.array(Tier)),
  redeemed_item_category_id: lenient(v.number()),
  availableQuantityOfRewardItem: Count,
  /** How many a member may redeem in total; null: no limit. */
  each_member_max: lenient(Count),
  expiry_date: lenient(v.pipe(v.string(), v.isoTimestamp())),
  icon: lenient(v.string()),
  image: lenient(LocalizedImage),
})
export type RewardSummary = v.InferOutput<typeof RewardSummary>

/** A reward with everything its page shows. `description` and the texts after it are HTML that must be sanitised. */
export const RewardItem = v.object({
  ...RewardSummary.entries,
  description: EditorialText,
  remarks: EditorialText,
  terms_and_conditions: EditorialText,
  popup_content: EditorialText,
  /** Where it is collected, instead of the club's words about on-site pick-up; empty: those hold. */
  pick_up_content: EditorialText,
  delivery_methods: lenientList(DeliveryMethod),
  delivery_option: lenient(v.string()),
  /** How long after redeeming it can be collected, or its voucher used; null: nothing is said. */
  voucher_validity: lenient(v.object({ count: Count, unit: v.picklist(['days', 'months']) })),
  /** The picture's URL for clients that use only one. */
  image_url: lenient(v.string()),
  slider_images: lenientList(LocalizedImage),
})
export type RewardItem = v.InferOutput<typeof RewardItem>

/** What a viewer's tier does not see yet: its name, its category, the tiers that have it, and when it ends. */
export const LockedReward = v.object({
  name: EditorialText,
  redeemed_item_category_id: RewardSummary.entries.redeemed_item_category_id,
  reward_visibility_tiers: v.array(Tier),
  expiry_date: RewardSummary.entries.expiry_date,
})
export type LockedReward = v.InferOutput<typeof LockedReward>

/** `id` as in specification section 3: 1 Rewards to 8 restaurant. */
export const RewardCategory = v.object({ id: v.number(), name: EditorialText })
export type RewardCategory = v.InferOutput<typeof RewardCategory>

/**
 * The server omits what is inactive or for other tiers. `lockedRewards`, this backend's own, names what a higher tier
 * has. What has ended stays: caches keep the answer, and the app tells by its clock.
 */
export const listRedeemItems = endpoint({
  summary: 'Lists the rewards that the viewer may see',
  method: 'GET',
  path: '/api/{product}/list-redeem-items',
  access: 'optional',
  request: v.object({}),
  answer: v.object({
    highlightRewards: lenientList(RewardSummary),
    redeemedItemCategories: lenientList(RewardCategory),
    allRedeemedItems: answerList(RewardSummary),
    events: lenientList(EventSummary),
    lockedRewards: lenientList(LockedReward),
  }),
  offline: 'content',
  burst: { request: {}, status: 200 },
})

const Alias = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))

/** null: no reward that the viewer may see has that alias. */
export const getRedeemItem = endpoint({
  summary: 'Gets a reward by its alias',
  method: 'GET',
  path: '/api/{product}/get-redeem-item',
  access: 'optional',
  request: v.object({ alias: Alias }),
  answer: v.object({ rewardItem: v.nullable(RewardItem) }),
  offline: 'detail',
  burst: { request: { alias: 'nothing' }, status: 200 },
})

/** Of a reward that the viewer may not see, as of one that there is not, it says nothing. */
export const redeemedItemAvailable = endpoint({
  summary: 'Counts how many of a reward are left',
  method: 'POST',
  path: '/api/{product}/redeemed-item-available',
  calledBy: 'others',
  access: 'optional',
  request: v.object({ item_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) }),
  answer: v.object({ availableQuantityOfRewardItem: Count }),
  burst: { request: { item_id: 'nothing' }, status: 404 },
})

/** Without those that the club no longer has. */
export const redeemedItemNumber = endpoint({
  summary: 'Counts how many of each reward the member has redeemed',
  method: 'POST',
  path: '/api/{product}/redeemed-item-number',
  access: 'member',
  rate: { class: 'uncounted' },
  request: v.object({}),
  answer: v.object({ redeemed_items: v.array(v.object({ item_id: v.string(), number: Count })) }),
})
