import type { Language } from '#contract/language.ts'
import { en } from './en.ts'
import type { Messages } from './messages.ts'
import { sc } from './sc.ts'
import { tc } from './tc.ts'

/** The messages of the identity provider's pages in every language. */
export const messages: Record<Language, Messages> = { en, tc, sc }
