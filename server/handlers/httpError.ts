import { clubSentences, type ErrorBody, fieldMessages, type StaffRefusal } from '#contract/errors.ts'
import { type FieldFault, refusedName } from '#contract/registration/registration.ts'

/**
 * An answer with an error status. A handler throws it; an open transaction rolls back. `retryAfterSeconds` becomes the
 * `Retry-After` header.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 422 | 429 | 503
  readonly body: ErrorBody
  readonly retryAfterSeconds: number | null

  constructor(status: HttpError['status'], body: ErrorBody, retryAfterSeconds: number | null = null) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** That the account is closed. */
export const closedError = () => new HttpError(403, { message: 'inactive_account' })

/** Refuses new members of a club whose terms are not published. */
export const notOpenError = () => new HttpError(409, { message: clubSentences.not_open })

/**
 * Refuses a member whose account is closed. A keyed call asks again under the member's lock: the account may have been
 * closed since the call was let in.
 */
export function refuseClosed({ active }: { active: boolean }): void {
  if (!active) throw closedError()
}

const staffRefusals: Record<StaffRefusal, { status: 401 | 403 | 429; message: string }> = {
  signed_out: { status: 401, message: 'Sign in as a member of staff.' },
  no_permission: { status: 403, message: 'None of your roles allows this.' },
  step_up: { status: 401, message: 'Confirm with your passkey that it is you.' },
  other_site: { status: 403, message: 'Only the club’s own pages may call this address.' },
  own_member: { status: 403, message: 'This is your own membership: somebody else has to do it.' },
  too_many: { status: 429, message: 'You have searched too often. Wait, then search again.' },
}

/** A refused call of staff. */
export function staffError(refusal: StaffRefusal, retryAfterSeconds: number | null = null): HttpError {
  const { status, message } = staffRefusals[refusal]
  return new HttpError(status, { message, refusal }, retryAfterSeconds)
}

/** A refused field, in the specification's sentence, which is the message, too. */
export function fieldError(field: string, kind: keyof typeof fieldMessages): HttpError {
  const sentence = fieldMessages[kind](field)
  return new HttpError(422, { message: sentence, errors: { [field]: [sentence] } })
}

/** Refused fields of a profile, each with its sentence. */
export function faultsError(faults: readonly FieldFault[]): HttpError {
  const errors = Object.fromEntries(
    faults.map(({ field, kind }) => {
      const name = refusedName(field)
      return [name, [fieldMessages[kind](name)]]
    }),
  )
  return new HttpError(422, { message: 'Validation Error', errors })
}
