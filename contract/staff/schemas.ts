import * as v from 'valibot'
import { Tier } from '#contract/member/tiers.ts'

/** A request that says nothing more. */
export const Nothing = v.object({})

/** A moment, ISO 8601. */
export const Moment = v.pipe(v.string(), v.isoTimestamp())

/** A member's id. */
export const MemberId = v.pipe(v.string(), v.toLowerCase(), v.uuid())

/** The reference of a redemption, a conversion or a registration, as somebody types it. */
export const RefNo = v.pipe(v.string(), v.trim(), v.toUpperCase(), v.maxLength(40))

/** How many characters `Words` have at most. */
export const longestWords = 500

/** What staff write for a member to read, or for the books. */
export const Words = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(longestWords))

/** Whether a text is enough for `Words`. */
export const areWords = (text: string): boolean => v.is(Words, text)

/** Who did something, and when. `by`: a name of staff, or as it is recorded: `cli:USER`, `timer:NAME` and so on. */
export const DoneBy = v.object({ by: v.string(), at: Moment })
export type DoneBy = v.InferOutput<typeof DoneBy>

/** That an act can be undone: which one, and until when. Until then, nobody gets a mail about it. */
export const Undo = v.object({ act: v.string(), until: Moment })
export type Undo = v.InferOutput<typeof Undo>

/** A member in a list. `suspendedAt`: since when they spend nothing; null where they are not suspended. */
export const FoundMember = v.object({
  id: v.string(),
  name: v.string(),
  chineseName: v.nullable(v.string()),
  email: v.string(),
  mobile: v.nullable(v.string()),
  memberNo: v.nullable(v.string()),
  tier: Tier,
  tierUntil: v.nullable(Moment),
  isActive: v.boolean(),
  suspendedAt: v.nullish(Moment, null),
})
export type FoundMember = v.InferOutput<typeof FoundMember>
