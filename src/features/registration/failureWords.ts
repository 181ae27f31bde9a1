import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { clubSentences, referenceOfFault } from '#contract/errors.ts'
import { keysOf } from '#contract/keysOf.ts'

const messages: Record<keyof typeof clubSentences, MessageDescriptor> = {
  busy: msg`Club Bravo is busy. Try again in a minute.`,
  unavailable: msg`Club Bravo is temporarily unavailable. Try again in a minute.`,
  no_room: msg`Club Bravo has no room for files just now. Try again in a minute.`,
  not_open: msg`Joining opens soon: our terms aren’t published yet.`,
  too_slow: msg`The upload took too long. Check your connection and try again.`,
}

/**
 * Why something was not saved, in the page's language where the club's own server says it; in its own words where they
 * are another backend's (specification section 8).
 *
 * @param sentence what the server said; null where something else went wrong
 */
export function wordsOfFailure(i18n: I18n, sentence: string | null): string {
  if (sentence === null)
    return i18n._(msg`Something went wrong on this page. Try again. If it keeps happening, contact us.`)
  const known = keysOf(clubSentences).find((name) => clubSentences[name] === sentence)
  if (known !== undefined) return i18n._(messages[known])
  const reference = referenceOfFault(sentence)
  return reference === null
    ? sentence
    : i18n._(msg`Something went wrong on our side. If it keeps happening, contact us and quote ${reference}.`)
}
