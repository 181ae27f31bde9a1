import type { ContentBlock } from '#contract/content.ts'
import type { Language, LocalizedText } from '#contract/language.ts'
import type { DeliveryMethod } from '#contract/spending/rewards.ts'
import { isWritten } from '#src/i18n/localized.ts'

const pickUp: DeliveryMethod = 'On-site pick-up'

/** What follows a redemption, by how it is received: the club's words, and the reward's own where it is collected elsewhere. */
export function afterwardsOf(
  { pick_up_content: own }: { pick_up_content: LocalizedText | null },
  messages: readonly ContentBlock[] = [],
  lang: Language,
): ContentBlock[] {
  if (own === null || !isWritten(own, lang)) return [...messages]
  return messages.map((message) => (message.code === pickUp ? { ...message, content: own } : message))
}
