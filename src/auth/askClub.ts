import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { ApiError } from '#src/api/errors.ts'
import { clubClient } from './clubClient.ts'

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
 * @throws FailedCall where no usable answer came
 */
export async function askClub<E extends Endpoint>(
  target: E,
  request: RequestOf<E>,
  signal: AbortSignal,
): Promise<AnswerOf<E>> {
  const answer = await clubClient.call(target, request, { signal })
  if (!answer.ok) throw new FailedCall(answer.error)
  return answer.data
}
