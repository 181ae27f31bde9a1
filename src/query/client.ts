import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { dehydrate, type DehydratedState, QueryClient, type QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { HomepagePopup, Instrument, StaticContents } from '#contract/content.ts'
import { EventItem } from '#contract/events.ts'
import { User } from '#contract/member.ts'
import { listRedeemItems, RewardItem } from '#contract/rewards.ts'
import { FailedCall } from './clubQuery.ts'

/**
 * What the answers mean has changed: those that were kept under an earlier version are thrown away, and asked for
 * again.
 */
const version = '1'

const kept = <const Name extends string, Answer extends v.GenericSchema>(name: Name, data: Answer) =>
  v.object({
    queryKey: v.tupleWithRest([v.literal(name)], v.unknown()),
    state: v.object({ data, dataUpdatedAt: v.number() }),
  })

/**
 * The answers that are kept on the phone for offline use, by the first word of their query key: public contents, and
 * the member's own profile and points. Everything else lives as long as the page.
 */
const KeptQuery = v.union([
  kept('static-contents', StaticContents),
  kept('instruments', v.array(Instrument)),
  kept('homepage-popup', HomepagePopup),
  kept('rewards', listRedeemItems.answer),
  kept('reward', v.nullable(RewardItem)),
  kept('event', v.nullable(EventItem)),
  kept('me', User),
])

/** What is the same for everybody. */
const publicNames = new Set<unknown>(['static-contents', 'instruments', 'homepage-popup', 'event'])
/** What the server shows by tier: the last word of the key says who looked, null being a visitor. */
const viewedNames = new Set<unknown>(['rewards', 'reward'])
/** Of these there is one for every reward and event that was looked at. */
const detailNames = new Set<unknown>(['reward', 'event'])
const mostDetails = 30

function isPublic(queryKey: QueryKey): boolean {
  return publicNames.has(queryKey[0]) || (viewedNames.has(queryKey[0]) && queryKey.at(-1) === null)
}
const keptNames = new Set<unknown>(KeptQuery.options.map(({ entries }) => entries.queryKey.items[0].literal))

const KeptAnswers = v.object({
  buster: v.literal(version),
  clientState: v.object({ queries: v.array(v.fallback(v.nullable(KeptQuery), null)) }),
})

/** Asking again may help: no answer came, or the server itself was not well. */
function mayPass(error: Error): boolean {
  if (!(error instanceof FailedCall)) return false
  const { error: cause } = error
  return cause.kind === 'http' ? cause.status >= 500 : cause.kind !== 'unreadable' && cause.kind !== 'too_large'
}

/**
 * The cache of what the club said. Answers are fresh for a minute. A query that fails says so soon, with or without a
 * network: the call itself is the probe, and nothing waits for the browser to believe in its connection.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 60_000,
        retry: (failures, error) => failures < 1 && navigator.onLine && mayPass(error),
        retryDelay: 1000,
      },
    },
  })
  for (const name of keptNames) client.setQueryDefaults([name], { gcTime: Infinity })
  return client
}

/** The phone's storage, or none where the browser forbids it: the app then keeps nothing, and works. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

/** Kept soon after they came, in milliseconds: the app may be closed at any time. */
const throttleTime = 200
const persister = createSyncStoragePersister({
  storage: storage(),
  key: 'club-bravo.answers',
  throttleTime,
  // A full phone keeps the contents and the member's own rather than every reward that was looked at.
  retry: ({ persistedClient, errorCount }) =>
    errorCount === 1 ? { ...persistedClient, clientState: withDetails(persistedClient.clientState, 0) } : undefined,
})

const isDetail = ({ queryKey }: DehydratedState['queries'][number]) => detailNames.has(queryKey[0])

/** With the newest so many details, and everything else. */
function withDetails(state: DehydratedState, most: number): DehydratedState {
  const details = state.queries
    .filter(isDetail)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, most)
  return { ...state, queries: [...state.queries.filter((query) => !isDetail(query)), ...details] }
}

/**
 * Fills the cache with the answers that were kept, each with its time; those that do not fit the contract (any more)
 * are left out. From then on keeps what is asked for.
 */
export async function keepAnswers(client: QueryClient): Promise<void> {
  for (const query of await readKept()) {
    client.setQueryData(query.queryKey, query.state.data, { updatedAt: query.state.dataUpdatedAt })
  }
  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'added' || type === 'removed' || type === 'updated') void persister.persistClient(answersIn(client))
  })
}

function answersIn(client: QueryClient) {
  const clientState = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state }) => state.data !== undefined && keptNames.has(queryKey[0]),
    shouldDehydrateMutation: () => false,
  })
  return { buster: version, timestamp: Date.now(), clientState: withDetails(clientState, mostDetails) }
}

async function readKept(): Promise<v.InferOutput<typeof KeptQuery>[]> {
  try {
    const { clientState } = v.parse(KeptAnswers, await persister.restoreClient())
    return clientState.queries.filter((query) => query !== null)
  } catch {
    // Nothing was kept, or by another version, or the text is damaged: everything can be asked for again.
    return []
  }
}

/**
 * Drops what the page and the phone hold of a member, at once: the page may be on its way out. Public answers stay in
 * the page, and are kept again soon after: as long as they are fresh, nothing else would keep them.
 */
export async function forgetMemberAnswers(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => !isPublic(queryKey) })
  await persister.removeClient()
  void persister.persistClient(answersIn(client))
}
