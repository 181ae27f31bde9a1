import * as v from 'valibot'
import { LocalizedText } from '#contract/language.ts'
import { Tier } from '#contract/member/tiers.ts'
import { Codes } from '#src/ui/codes/codeDrawing.ts'
import { CardPicture } from './cardPicture.ts'

/**
 * The card of the signed-in member, as it was when the server last confirmed the profile. It holds everything that the page shows, in each
 * language, so that it can be shown before the app has loaded (src/start/earlyCard.ts). Times are in milliseconds since 1970.
 */
export const StoredCard = v.object({
  version: v.literal(1),
  memberId: v.string(),
  memberNo: v.nullable(v.string()),
  tier: Tier,
  /** The name, or the email where no name is known. */
  names: LocalizedText,
  /** The end of the membership; null if it has none. */
  endsAt: v.nullable(v.number()),
  ends: LocalizedText,
  confirmedAt: v.number(),
  confirmed: LocalizedText,
  /** Null without a member number, or with one that the codes cannot hold. */
  codes: v.nullable(Codes),
  /** The member's own picture of the card; cards of earlier versions have none. */
  picture: v.optional(v.nullable(CardPicture), null),
})
export type StoredCard = v.InferOutput<typeof StoredCard>
