import * as v from 'valibot'
import { LocalizedText } from '#contract/language.ts'
import { Tier } from '#contract/member/tiers.ts'
import { Codes } from '#src/ui/codes/codeDrawing.ts'
import { CardPicture } from './cardPicture.ts'

/**
 * The card of the signed-in member, as it was when the server last confirmed the profile. It holds everything that the
 * page shows, in each language, so that it can be shown before the app has loaded (src/start/earlyCard.ts). Times are
 * in milliseconds since 1970.
 */
export const StoredCard = v.object({
  version: v.literal(1),
  memberId: v.string(),
  /** Empty until the member has told them. */
  names: LocalizedText,
  memberNo: v.nullable(v.string()),
  tier: Tier,
  /** The end of the membership; null if it has none. */
  endsAt: v.nullable(v.number()),
  ends: LocalizedText,
  confirmedAt: v.number(),
  confirmed: LocalizedText,
  /** Null without a member number, or with one that the codes cannot hold. */
  codes: v.nullable(Codes),
  /** The member's own picture of the card; null until it is there. */
  picture: v.nullable(CardPicture),
})
export type StoredCard = v.InferOutput<typeof StoredCard>
