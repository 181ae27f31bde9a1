import { methodsWith } from '#contract/spending/deliveryMethods.ts'
import type { ContentBlock } from '#contract/content.ts'
import type { Language, LocalizedText } from '#contract/language.ts'
import { isWritten } from '#src/i18n/localized.ts'

const collected: readonly string[] = methodsWith('isCollected')

/**
 * What follows a redemption, by how it is received: the club's words, and the reward's own where it is collected
 * elsewhere.
 */
export function afterwardsOf(
  { pick_up_content: own }: { pick_up_content: LocalizedText | null },
  messages: readonly ContentBlock[] = [],
  lang: Language,
): ContentBlock[] {
  if (own === null || !isWritten(own, lang)) return [...messages]
  return messages.map((message) => (collected.includes(message.code) ? { ...message, content: own } : message))
}
