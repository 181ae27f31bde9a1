import type { Form } from '#contract/registration/formTypes.ts'
import { kindOfFieldMessage } from '#contract/errors.ts'
import { isFieldName } from '#contract/registration/profileFields.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { type FormValues, profileUpdateOf } from '#contract/registration/profileMapper.ts'
import {
  alreadyApplied,
  fieldsOf,
  type FieldFault,
  stepsOf,
  updateProfile,
} from '#contract/registration/registration.ts'
import { needsAttention } from '#src/session/attention.ts'
import { keyedCallFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import type { ApiCallError } from '#src/query/clubQuery.ts'
import { saveChoice } from './savedChoice.ts'
import { cardText } from './studentCard/cardFile.ts'
import type { Given } from './useFormState.ts'

/**
 * - saved: the profile is saved, now or by an earlier attempt; `welcomePoints` is what completing it has earned with
 *   this one.
 * - refused: the server refuses these fields.
 * - unsent: no answer. The server may have saved it: it must be sent again with the same key.
 * - too_many: the server has not looked at it, and asks to wait.
 * - failed: the server's message.
 * - applied: an earlier application is being looked at, or approved, and this one was not taken.
 * - popup_shown: the membership is no longer valid, which a popup already says.
 */
export type Submission =
  | { kind: 'saved'; welcomePoints: number }
  | { kind: 'refused'; faults: FieldFault[] }
  | { kind: 'unsent' }
  | { kind: 'too_many'; waitMinutes: number }
  | { kind: 'failed'; message: string }
  | { kind: 'applied' }
  | { kind: 'popup_shown' }

/** How long a form with a file may take, in milliseconds: a slow network needs minutes for a large PDF. */
const uploadTimeoutMs = 170_000

/** What distinguishes the forms that are more than a profile (specification section 3). */
const flags: Partial<Record<Form, RequestOf<typeof updateProfile>>> = {
  red: { _is_paying_red: true },
  ya: { _is_ya_form: true },
}

function fieldsOfForm(form: Form) {
  return stepsOf(form).flatMap((step) => fieldsOf(form, step))
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

/** Whose attempt it is, and its key. */
interface Sender {
  key: string
  memberId: string
}

/** Sends what a form says, once for each key. */
export async function submitRegistration(form: Form, given: Given, { key, memberId }: Sender): Promise<Submission> {
  const options = { idempotencyKey: key, concurrent: true }
  const update = { ...profileUpdateOf(given.values, fieldsOfForm(form)), ...flags[form] }
  const card = given.card && { _student_card_base64: await cardText(given.card) }
  // What is required follows from the choice that the server knows.
  const isReady = await saveChoice(form, memberId)
  // Another member may have signed in since, in another tab: what was typed is not theirs.
  if (!isReady || storedProfile()?.id !== memberId) return { kind: 'unsent' }
  const answer = await (card === null
    ? clubClient.call(updateProfile, update, options)
    : clubClient.call(updateProfile, { ...update, ...card }, { ...options, timeoutMs: uploadTimeoutMs }))
  return answer.ok ? { kind: 'saved', welcomePoints: answer.data.welcome_points } : failureOf(answer.error)
}

function failureOf(error: ApiCallError['error']): Submission {
  if (needsAttention(error)) return { kind: 'popup_shown' }
  const failure = keyedCallFailureOf(error)
  if (failure.kind === 'unanswered') return { kind: 'unsent' }
  if (failure.kind === 'too_many') return failure
  if (error.kind === 'http' && error.message === alreadyApplied) return { kind: 'applied' }
  const faults = Object.entries(refusedFieldsOf(error)).flatMap(([field, [sentence = '']]): FieldFault[] => {
    const kind = kindOfFieldMessage(sentence)
    return kind !== null && isFieldName(field) ? [{ field, kind }] : []
  })
  return faults.length > 0 ? { kind: 'refused', faults } : { kind: 'failed', message: failure.text }
}
