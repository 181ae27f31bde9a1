import type { FieldName } from '#contract/registration/profileTable.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import type { Form } from '#contract/registration/formTypes.ts'
import { kindOfFieldMessage } from '#contract/errors.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { type FormValues, profileUpdateOf } from '#contract/registration/profileMapper.ts'
import {
  alreadyApplied,
  fieldsOf,
  type FieldFault,
  refusedField,
  stepsOf,
  updateProfile,
} from '#contract/registration/registration.ts'
import { needsAttention } from '#src/session/attention.ts'
import { type ApiCallError, faultWords, keyedCallFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import type { CardFile } from './studentCard/cardFile.ts'

/**
 * What became of a form that was sent.
 *
 * - saved: the profile is saved, now or by an earlier attempt; `welcomePoints` is what completing it has earned with
 *   this one.
 * - refused: the server refuses these fields.
 * - unanswered: no answer. The server may have saved it: it must be sent again with the same key. `said`: the club's
 *   own words about a fault on its side.
 * - too_many: the server has not looked at it, and asks to wait.
 * - failed: in the server's words; null where it is not the server that says so.
 * - applied: an earlier application is being looked at, or approved, and this one was not taken.
 * - popup_shown: the membership is no longer valid, which a popup already says.
 */
export type Submission =
  | { kind: 'saved'; welcomePoints: number }
  | { kind: 'refused'; faults: FieldFault[] }
  | { kind: 'unanswered'; said?: string | undefined }
  | { kind: 'too_many'; waitMinutes: number }
  | { kind: 'failed'; message: string | null }
  | { kind: 'applied' }
  | { kind: 'popup_shown' }

/** How long a form with a file may take, in milliseconds: a slow network needs minutes for a large PDF. */
const uploadTimeoutMs = 590_000

/** What distinguishes the forms that are more than a profile (specification section 3). */
const flags: Partial<Record<Form, RequestOf<typeof updateProfile>>> = {
  red: { _is_paying_red: true },
  ya: { _is_ya_form: true },
}

/** What a form says about the membership (specification section 3). The club knows better, and ignores it. */
function membershipOf({ member_no, membership_tier, membership_since }: MemberProfile) {
  return { member_no, membership_tier, membership_since }
}

function fieldsOfForm(form: Form): FieldName[] {
  // A newcomer's language is their page's, also where the form does not ask for it.
  return [...new Set<FieldName>([...stepsOf(form).flatMap((step) => fieldsOf(form, step)), 'preferred_lang'])]
}

/**
 * What a form says to the API, as text that tells whether it has changed since the last attempt.
 *
 * @param digest names the student card that goes with it
 */
export function saidBy(form: Form, values: FormValues, digest: string | null = null): string {
  const card = digest === null ? {} : { card: digest }
  return JSON.stringify({ ...profileUpdateOf(values, fieldsOfForm(form)), ...card })
}

/** The request that says it. */
export function updateOf(form: Form, values: FormValues, profile: MemberProfile): RequestOf<typeof updateProfile> {
  return { ...profileUpdateOf(values, fieldsOfForm(form)), ...membershipOf(profile), ...flags[form] }
}

/**
 * Sends a form, with a student card if there is one.
 *
 * @param key its `Idempotency-Key`: however often it is sent, it is saved once
 */
export async function sendUpdate(
  key: string,
  request: RequestOf<typeof updateProfile>,
  card: CardFile | null,
): Promise<Submission> {
  const how = { idempotencyKey: key, concurrent: true }
  if (card === null) return submissionOf(await clubClient.call(updateProfile, request, how))
  const text = await dataUrlOf(card.content).catch(() => null)
  // Nothing was sent; the next attempt reads the card again, and tells if it is gone.
  if (text === null) return { kind: 'unanswered' }
  const withCard = { ...request, _student_card_base64: text }
  return submissionOf(await clubClient.call(updateProfile, withCard, { ...how, timeoutMs: uploadTimeoutMs }))
}

function dataUrlOf(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The card could not be read')))
    reader.readAsDataURL(content)
  })
}

function submissionOf(answer: Awaited<ReturnType<typeof clubClient.call<typeof updateProfile>>>): Submission {
  return answer.ok ? { kind: 'saved', welcomePoints: answer.data.welcome_points } : failureOf(answer.error)
}

function failureOf(error: ApiCallError['error']): Submission {
  if (needsAttention(error)) return { kind: 'popup_shown' }
  const failure = keyedCallFailureOf(error)
  if (failure.kind === 'unanswered') return { ...failure, said: faultWords(error) ?? undefined }
  if (failure.kind === 'too_many') return failure
  if (error.kind === 'http' && error.message === alreadyApplied) return { kind: 'applied' }
  const faults = Object.entries(refusedFieldsOf(error)).flatMap(([name, [sentence = '']]): FieldFault[] => {
    const kind = kindOfFieldMessage(sentence)
    const field = refusedField(name)
    return kind !== null && field !== null ? [{ field, kind }] : []
  })
  return faults.length > 0 ? { kind: 'refused', faults } : { kind: 'failed', message: failure.text }
}
