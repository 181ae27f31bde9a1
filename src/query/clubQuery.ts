import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { ApiError } from '#src/api/errors.ts'
import { clubClient } from '#src/auth/clubClient.ts'

/** A call that brought no usable answer, as the error that a query holds. */
export class FailedCall extends Error {
  readonly error: ApiError

  constructor(error: ApiError) {
    super(error.kind === 'http' ? error.message : error.kind)
    this.name = 'FailedCall'
    this.error = error
  }
}

/**
 * Calls the club for a query function.
 *
 * @param fresh whether only the club itself may answer: the asker has an earlier answer, and knows its age
 * @throws FailedCall where no usable answer came
 */
export async function askClub<E extends Endpoint>(
  target: E,
  request: RequestOf<E>,
  signal: AbortSignal,
  fresh = false,
): Promise<AnswerOf<E>> {
  const answer = await clubClient.call(target, request, { signal, fresh })
  if (!answer.ok) throw new FailedCall(answer.error)
  return answer.data
}
