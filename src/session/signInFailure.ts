import { clubSentences } from '#contract/errors.ts'
import type { ApiError } from '#src/api/errors.ts'

/**
 * Why a sign-in failed.
 * - unreachable: the provider or the club did not answer, or not properly.
 * - expired: the callback belongs to no pending sign-in of this browser (reloaded, too old, begun in another browser).
 * - inactive: this membership is no longer valid.
 * - too_many: too many attempts; a later one may succeed.
 * - not_open: the club takes no new members yet.
 * - rejected: the club refuses the provider's identity.
 * - storage: this browser's storage is full or forbidden.
 * - no_answer: this browser's storage does not answer.
 * - insecure: the page was loaded by plain HTTP from another machine; browsers offer no WebCrypto to such pages.
 */
export type SignInFailure =
  | 'unreachable'
  | 'expired'
  | 'inactive'
  | 'too_many'
  | 'not_open'
  | 'rejected'
  | 'storage'
  | 'no_answer'
  | 'insecure'

/**
 * Maps a failed call to the failure of a sign-in. A refusal that is not in the API's words is a gateway's, and says
 * nothing of the sign-in.
 */
export function failureOf(error: ApiError): SignInFailure {
  if (error.kind !== 'http' || !error.inShape) return 'unreachable'
  if (error.status === 403) return 'inactive'
  if (error.message === clubSentences.not_open) return 'not_open'
  if (error.status === 429) return 'too_many'
  return error.status >= 500 ? 'unreachable' : 'rejected'
}
