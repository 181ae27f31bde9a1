import { kindOfFieldMessage } from '#contract/errors.ts'
import { isFieldName } from '#contract/profileFields.ts'
import { type FormValues, profileUpdateOf } from '#contract/profileMapper.ts'
import { fieldsOf, type FieldFault, type Form, stepsOf, updateProfile } from '#contract/registration.ts'
import { needsAttention } from '#src/auth/attention.ts'
import { clubClient } from '#src/auth/clubClient.ts'
import type { ApiCallError } from '#src/query/clubQuery.ts'

/**
 * - saved: the profile is saved; `welcomePoints` is what completing it has earned.
 * - refused: the server refuses these fields.
 * - unsent: no answer. The server may have saved it: it must be sent again with the same key.
 * - failed: the server's message.
 * - told: the membership is no longer valid, which a popup already says.
 */
export type Submission =
  | { kind: 'saved'; welcomePoints: number }
  | { kind: 'refused'; faults: FieldFault[] }
  | { kind: 'unsent' }
  | { kind: 'failed'; message: string }
  | { kind: 'told' }

/** What a form says to the API, as text, which also tells whether it has changed since the last attempt. */
export function saidBy(form: Form, values: FormValues): string {
  const fields = stepsOf(form).flatMap((step) => fieldsOf(form, step))
  return JSON.stringify(profileUpdateOf(values, fields))
}

/** Sends what a form says, once for each key. */
export async function submitRegistration(form: Form, values: FormValues, idempotencyKey: string): Promise<Submission> {
  const fields = stepsOf(form).flatMap((step) => fieldsOf(form, step))
  const update = { ...profileUpdateOf(values, fields), ...(form === 'red' && { _is_paying_red: true }) }
  const answer = await clubClient.call(updateProfile, update, { idempotencyKey, concurrent: true })
  return answer.ok ? { kind: 'saved', welcomePoints: answer.data.welcome_points } : failureOf(answer.error)
}

function failureOf(error: ApiCallError['error']): Submission {
  // 409: the first attempt is still in progress.
  if (error.kind !== 'http' || error.status === 409) return { kind: 'unsent' }
  if (needsAttention(error)) return { kind: 'told' }
  const faults = Object.entries(error.fields).flatMap(([field, [sentence = '']]): FieldFault[] => {
    const kind = kindOfFieldMessage(sentence)
    return kind !== null && isFieldName(field) ? [{ field, kind }] : []
  })
  return faults.length > 0 ? { kind: 'refused', faults } : { kind: 'failed', message: error.message }
}
