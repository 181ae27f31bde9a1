import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { dehydrate, type DehydratedState, type QueryClient, type QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { offlineEndpoints } from '#contract/offline.ts'
import { rememberedMember } from '#src/auth/member.ts'
import { answersKey } from './storedAnswers.ts'

/** The version of the persisted format. Answers in an older format are dropped and fetched again. */
const version = '2'

/** The time of an answer whose age is unknown: it counts as very old. */
const unknownAge = 1

/** How many answers about a part of something (a reward, an event, a page of the points log) are persisted, the newest first. */
const maxDetails = 30

const endpointByPath = new Map<unknown, (typeof offlineEndpoints)[number]>(
  offlineEndpoints.map((target) => [target.path, target]),
)

const PersistedQuery = v.object({
  queryKey: v.tuple([v.string(), v.unknown(), v.nullable(v.string())]),
  state: v.object({ data: v.unknown(), dataUpdatedAt: v.number() }),
})
type PersistedQuery = v.InferOutput<typeof PersistedQuery>

const PersistedState = v.object({
  buster: v.literal(version),
  clientState: v.object({ queries: v.array(v.fallback(v.nullable(PersistedQuery), null)) }),
})

/** As the persister writes it. */
const StoredText = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    buster: v.literal(version),
    clientState: v.object({
      queries: v.array(
        v.custom<DehydratedQuery>((query) =>
          v.is(v.looseObject({ ...PersistedQuery.entries, queryHash: v.string() }), query),
        ),
      ),
    }),
  }),
)

const isPublic = ([, , viewer]: QueryKey) => viewer === null
const isDetail = ([, request]: QueryKey) => JSON.stringify(request) !== '{}'

/** The browser's storage, or null if the browser forbids it: the app then works without persisting anything. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

const persister = createSyncStoragePersister({
  storage: storage(),
  key: answersKey,
  // Soon after each change, in milliseconds: the app may be closed at any time.
  throttleTime: 200,
  // When storage is full, whole lists and the member's own profile matter more than every part that was viewed.
  retry: ({ persistedClient, errorCount }) =>
    errorCount === 1 ? { ...persistedClient, clientState: limitDetails(persistedClient.clientState, 0) } : undefined,
})

/** Keeps the newest `max` details, and everything else. */
function limitDetails(state: DehydratedState, max: number): DehydratedState {
  const details = state.queries
    .filter(({ queryKey }) => isDetail(queryKey))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, max)
  return { ...state, queries: [...state.queries.filter(({ queryKey }) => !isDetail(queryKey)), ...details] }
}

/**
 * Fills the cache with the persisted answers, each with its age, and persists the answers that are there already or fetched from then on.
 * Answers that do not match the contract (any more) are omitted.
 */
export async function restoreAndPersist(client: QueryClient): Promise<void> {
  const hasAnswers = client
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.data !== undefined)
  for (const { queryKey, state } of await readPersisted()) {
    // An answer of the future came while the clock was wrong: its age is unknown, and it would never be read again.
    const updatedAt = state.dataUpdatedAt > Date.now() ? unknownAge : state.dataUpdatedAt
    client.setQueryData(queryKey, state.data, { updatedAt })
  }
  client.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success'
    if (isAnswer || event.type === 'removed') void persister.persistClient(persistable(client))
  })
  if (hasAnswers) void persister.persistClient(persistable(client))
}

function persistable(client: QueryClient) {
  const own = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state }) => state.data !== undefined && endpointByPath.has(queryKey[0]),
    shouldDehydrateMutation: () => false,
  })
  const clientState = limitDetails({ ...own, queries: withNewerStored(own.queries) }, maxDetails)
  return { buster: version, timestamp: Date.now(), clientState }
}

type DehydratedQuery = DehydratedState['queries'][number]

/** The page's answers, and those that another tab has stored: the newer of two, and none of a member who is not signed in. */
function withNewerStored(own: readonly DehydratedQuery[]): DehydratedQuery[] {
  const answers = new Map(own.map((query) => [query.queryHash, query]))
  const memberId = rememberedMember()?.id ?? null
  for (const query of storedQueries()) {
    const [, , viewer] = query.queryKey
    if ((viewer !== null && viewer !== memberId) || query.state.dataUpdatedAt > Date.now()) continue
    const known = answers.get(query.queryHash)
    if (known === undefined || known.state.dataUpdatedAt < query.state.dataUpdatedAt)
      answers.set(query.queryHash, query)
  }
  return [...answers.values()]
}

/** What is stored now, by any tab; nothing where it is of another version, or damaged. */
function storedQueries(): DehydratedQuery[] {
  try {
    const stored = v.parse(StoredText, storage()?.getItem(answersKey))
    return stored.clientState.queries
  } catch {
    return []
  }
}

async function readPersisted(): Promise<PersistedQuery[]> {
  try {
    const { clientState } = v.parse(PersistedState, await persister.restoreClient())
    return clientState.queries.filter((query) => query !== null).flatMap(parseAnswer)
  } catch {
    // Nothing was persisted, or by another version, or the text is damaged: everything can be fetched again.
    return []
  }
}

function parseAnswer({ queryKey, state }: PersistedQuery): PersistedQuery[] {
  const target = endpointByPath.get(queryKey[0])
  const parsed = target && v.safeParse(target.answer, state.data)
  return parsed?.success === true ? [{ queryKey, state: { ...state, data: parsed.output } }] : []
}

/**
 * Drops a member's answers from the page and the device, at once, because the page may be about to be left. Public answers stay in the
 * page and are persisted again soon after: as long as they are fresh, nothing else would persist them.
 */
export async function clearMemberQueries(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => !isPublic(queryKey) })
  await persister.removeClient()
  void persister.persistClient(persistable(client))
}
