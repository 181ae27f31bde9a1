import { type DataTag, type QueryClient, type QueryFunction, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import { ApiCallError } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { rememberedMember } from '#src/session/member.ts'

/**
 * The key of a call's answer: the endpoint's path, the request, and who sees it. `viewer` is the id of the signed-in
 * member if the answer depends on it, and null for answers that are the same for everyone.
 */
export type ClubQueryKey = readonly [path: string, request: unknown, viewer: string | null]

/**
 * TanStack's query options: the key carries the type of its answer, so that `getQueryData` and `setQueryData` know it.
 * Narrower than what `queryOptions` returns, or a loader's list of queries with different answers would have no type.
 * `staleTime` in milliseconds.
 */
export interface ClubQuery<Answer> {
  queryKey: DataTag<ClubQueryKey, Answer, Error>
  queryFn: QueryFunction<Answer, ClubQueryKey>
  staleTime?: number
}

/**
 * A call of the API as a query: key, viewer and freshness derive from the endpoint, so that every page that needs the
 * answer shares it. Public answers are fresh for a minute (the client's default), a member's own are read again by
 * every page that shows them.
 *
 * The query fails with an `ApiCallError`.
 *
 * @param options.onAnswer runs on each answer from the server, before the query holds it
 * @param options.concurrent for pages of one list: a call neither aborts another one to the same endpoint, nor is
 *   aborted by it
 */
export function clubQuery<E extends Endpoint>(
  target: E,
  request: RequestOf<E>,
  {
    onAnswer,
    concurrent,
  }: { onAnswer?: (answer: AnswerOf<E>, client: QueryClient) => void; concurrent?: boolean } = {},
): ClubQuery<AnswerOf<E>> {
  const viewer = target.access === 'public' ? null : (rememberedMember()?.id ?? null)
  const key: ClubQueryKey = [target.path, request, viewer]
  const { queryKey } = queryOptions<AnswerOf<E>, Error, AnswerOf<E>, ClubQueryKey>({ queryKey: key })
  return {
    queryKey,
    queryFn: async ({ signal, client }) => {
      // The page knows the age of the answer that it has: only an answer from the server may replace it, never the
      // worker's copy.
      const fresh = client.getQueryData(queryKey) !== undefined
      const answer = await clubClient.call(target, request, { signal, fresh, ...(concurrent && { concurrent }) })
      if (!answer.ok) throw new ApiCallError(answer.error)
      onAnswer?.(answer.data, client)
      return answer.data
    },
    ...(target.offline === 'member' && { staleTime: 0 }),
  }
}
