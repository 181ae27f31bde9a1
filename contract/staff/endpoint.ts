import * as v from 'valibot'
import type { Schema, Taking } from '#contract/endpoint.ts'
import type { PermissionName } from './roles.ts'

/**
 * One call of the staff's pages as a value. It comes with the session of a member of staff, never with a member's
 * token, and its answer is kept nowhere.
 *
 * - `permission`: what it needs.
 * - `request`: the JSON body, for GET the query parameters.
 * - `answer`: `FileAnswer` for a file, which is drawn in the page. `answersInLines`: there are several, each on a line,
 *   as it is known.
 * - `maxBytes`: the largest body, by default `maxRequestBytes`. `file`: comes beside the JSON, in a form.
 * - `rate`: how often each of the staff may call it: who searches on and on reads the names of all members, and figures
 *   keep the database busy.
 *
 * What names a person or is worth something is asked for by POST: an address stands in the logs of proxies.
 */
export interface StaffEndpoint<Request extends Schema = Schema, Answer extends Schema = Schema> {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/staff/${string}`
  readonly permission: PermissionName
  readonly request: Request
  readonly answer: Answer
  readonly answersInLines?: true
  readonly maxBytes?: number
  readonly file?: NonNullable<Taking['file']>
  readonly rate?: 'search'
}

/** Declares an endpoint with its exact type. */
export function staffEndpoint<Request extends Schema, const Declared extends StaffEndpoint<Request>>(
  declared: Declared & { readonly request: Request },
): Declared {
  return declared
}

/** The answer of an endpoint that sends a file: no JSON. */
export const FileAnswer = v.never()

/**
 * The header that says whose page sends a call: an account's id. Whoever has signed in since in the same browser does
 * nothing with it.
 */
export const staffHeader = 'Staff-Account'

/**
 * Why a call of staff was refused, and nothing was done: nobody is signed in, or somebody else than whose page it is;
 * none of their roles allows it, their passkey is asked for again, a page of another site sent it, it concerns what
 * they have as a member themselves, or they have searched too often (`Retry-After` says until when).
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

/** The body of such an answer. */
export const RefusedCall = v.object({ message: v.string(), refusal: StaffRefusal })
