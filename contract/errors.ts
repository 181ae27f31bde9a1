import * as v from 'valibot'

/**
 * Why a call of staff was refused, and nothing was done.
 *
 * - signed_out: nobody is signed in, or somebody else than whose page it is.
 * - no_permission: none of their roles allows it.
 * - step_up: their passkey is asked for again.
 * - other_site: a page of another site sent it.
 * - own_member: it concerns what they have as a member themselves.
 * - too_many: they have searched too often (`Retry-After` says until when).
 */
export const StaffRefusal = v.picklist([
  'signed_out',
  'no_permission',
  'step_up',
  'other_site',
  'own_member',
  'too_many',
])
export type StaffRefusal = v.InferOutput<typeof StaffRefusal>

/**
 * The body of every answer with a status of 400 or more. `message` is one of the specification's sentences or a plain
 * sentence; `errors` names the refused fields, each with its sentences ("X is required", "X is NOT valid", "X is
 * missing", "X has already been used", "X is password-protected"). `refusal`: why a call of staff was refused;
 * undefined where this version does not know the word.
 */
export const ErrorBody = v.object({
  message: v.string(),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
  refusal: v.fallback(v.optional(StaffRefusal), undefined),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

/**
 * What this server says of itself, where the specification has no sentence: the app says it in the page's language. A
 * plain backend has sentences of its own, which are shown as they come.
 */
export const clubSentences = {
  busy: 'Club Bravo is busy. Try again in a minute.',
  unavailable: 'Club Bravo is temporarily unavailable. Try again.',
  no_room: 'Club Bravo has no room for files just now. Try again in a minute.',
  not_open: 'Club Bravo takes no new members yet: its terms are not published.',
  too_slow: 'The upload took too long. Check your connection and try again.',
} as const

const faultBeginning = 'Something went wrong on our side. If it keeps happening, contact us and quote the number '

/** The sentence for an unexpected error. The log has its reference. */
export const faultSentence = (reference: string) => `${faultBeginning}${reference}.`

/** The reference that `faultSentence` names; null for any other sentence. */
export function referenceOfFault(sentence: string): string | null {
  return sentence.startsWith(faultBeginning) ? sentence.slice(faultBeginning.length, -1) : null
}

/** The specification's sentences for a refused field (its section 5). */
export const fieldMessages = {
  required: (field: string) => `${field} is required`,
  invalid: (field: string) => `${field} is NOT valid`,
  missing: (field: string) => `${field} is missing`,
  used: (field: string) => `${field} has already been used`,
} as const

/** What `fieldMessages` says, by how its sentences end. */
const endings = Object.entries(fieldMessages).map(([kind, sentence]) => [kind, sentence('')] as const)

function endingOf(sentence: string) {
  return endings.find(([, ending]) => sentence.toLowerCase().endsWith(ending.toLowerCase()))
}

/** Which of `fieldMessages` a sentence is; null for any other. */
export function kindOfFieldMessage(sentence: string): keyof typeof fieldMessages | null {
  const found = endingOf(sentence)?.[0]
  return found !== undefined && isKind(found) ? found : null
}

/** The field that a sentence of `fieldMessages` is about, as the API names it; null for any other sentence. */
export function fieldOfMessage(sentence: string): string | null {
  const ending = endingOf(sentence)?.[1]
  if (ending === undefined) return null
  return sentence.slice(0, -ending.length).trim().replaceAll(' ', '_')
}

function isKind(name: string): name is keyof typeof fieldMessages {
  return Object.hasOwn(fieldMessages, name)
}

/** The largest request body, in bytes, unless its endpoint says another: larger ones are refused with 413. */
export const maxRequestBytes = 1024
/** The largest answer that the client reads, in bytes: a larger one is an error value. */
export const maxAnswerBytes = 2 * 1024 * 1024
