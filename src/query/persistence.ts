import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { dehydrate, type DehydratedState, type QueryClient, type QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { offlineEndpoints } from '#contract/offline.ts'
import { listRedeemedItems } from '#contract/spending/redeemedItems.ts'
import { rememberedMember } from '#src/session/member.ts'
import { unknownAge } from './client.ts'
import { answersKey } from './storedAnswers.ts'

/** The version of the persisted format. Answers in an older format are dropped and fetched again. */
const version = '2'

/**
 * How many answers about a part of something (a reward, an event, a page of the points history) are persisted, the
 * newest first.
 */
const maxDetails = 30

const endpointByPath = new Map<unknown, (typeof offlineEndpoints)[number]>(
  offlineEndpoints.map((target) => [target.path, target]),
)

type DehydratedQuery = DehydratedState['queries'][number]

const PersistedQuery = v.object({
  queryKey: v.tuple([v.string(), v.unknown(), v.nullable(v.string())]),
  queryHash: v.string(),
  state: v.looseObject({ data: v.unknown(), dataUpdatedAt: v.number() }),
})

/** What the persister writes, in its text. */
const PersistedText = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    buster: v.literal(version),
    clientState: v.object({
      queries: v.array(v.fallback(v.nullable(v.custom<DehydratedQuery>((query) => v.is(PersistedQuery, query))), null)),
    }),
  }),
)

const isPublic = ([, , viewer]: QueryKey) => viewer === null
/** Whether an answer is for whoever is signed in now. */
const isShared = ([, , viewer]: QueryKey) => viewer === null || viewer === rememberedMember()?.id
/** Whether an answer is about a part. What was redeemed is a whole list, although its request names whose. */
const isDetail = ([path, request]: QueryKey) => path !== listRedeemedItems.path && JSON.stringify(request) !== '{}'

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
  // Only when it is written: what another tab has stored until then counts.
  serialize: ({ detailLimit = maxDetails, ...client }: Writing) =>
    JSON.stringify({ ...client, clientState: limitDetails(withNewerStored(client.clientState), detailLimit) }),
  // When storage is full, whole lists and the member's own profile matter more than every part that was viewed.
  retry: ({ persistedClient, errorCount }): Writing | undefined =>
    errorCount === 1 ? { ...persistedClient, detailLimit: 0 } : undefined,
})

type PersistedClient = Parameters<typeof persister.persistClient>[0]
/** What the persister is about to write. `detailLimit`: how many details, by default `maxDetails`. */
type Writing = PersistedClient & { detailLimit?: number }

/** Keeps the newest `max` details, and everything else. */
function limitDetails(state: DehydratedState, max: number): DehydratedState {
  const details = state.queries
    .filter(({ queryKey }) => isDetail(queryKey))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, max)
  return { ...state, queries: [...state.queries.filter(({ queryKey }) => !isDetail(queryKey)), ...details] }
}

/**
 * Fills the cache with the persisted answers, each with its age, where it has no newer one, and persists the answers
 * that are there already or fetched from then on. Answers that do not match the contract (any more) are omitted; those
 * of a member who has left, which a sign-out that was cut short leaves, are deleted.
 */
export function restoreAndPersist(client: QueryClient): void {
  const hasAnswers = client
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.data !== undefined)
  const stored = storedQueries()
  const own = stored.filter(({ queryKey }) => isShared(queryKey))
  for (const { queryKey, state } of own) {
    // What came with the document may be newer.
    if ((client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= state.dataUpdatedAt) continue
    const parsed = parseAnswer(queryKey, state.data)
    if (parsed?.success) client.setQueryData(queryKey, parsed.output, { updatedAt: state.dataUpdatedAt })
  }
  client.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success'
    if (isAnswer || event.type === 'removed') void persister.persistClient(persistable(client))
  })
  if (hasAnswers || own.length < stored.length) void persister.persistClient(persistable(client))
}

function persistable(client: QueryClient): PersistedClient {
  const clientState = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state }) =>
      state.data !== undefined && endpointByPath.has(queryKey[0]) && isShared(queryKey),
    shouldDehydrateMutation: () => false,
  })
  return { buster: version, timestamp: Date.now(), clientState }
}

/**
 * The page's answers, and those that another tab has stored: the newer of two, and none of a member who is not signed
 * in.
 */
function withNewerStored(own: DehydratedState): DehydratedState {
  const answers = new Map(own.queries.map((query) => [query.queryHash, query]))
  for (const query of storedQueries()) {
    if (!isShared(query.queryKey)) continue
    const known = answers.get(query.queryHash)
    if (known === undefined || known.state.dataUpdatedAt < query.state.dataUpdatedAt)
      answers.set(query.queryHash, query)
  }
  return { ...own, queries: [...answers.values()] }
}

/**
 * The answers that are stored now, by any tab: none where nothing is, or what another version has stored, or a damaged
 * text.
 */
function storedQueries(): DehydratedQuery[] {
  try {
    const { clientState } = v.parse(PersistedText, storage()?.getItem(answersKey))
    const known = clientState.queries.filter((query) => query !== null)
    return known.filter(({ queryKey: [path] }) => endpointByPath.has(path)).map(withPossibleAge)
  } catch {
    // Everything can be fetched again.
    return []
  }
}

/** An answer of the future came while the clock was wrong: its age is unknown, or it would never be read again. */
function withPossibleAge(query: DehydratedQuery): DehydratedQuery {
  if (query.state.dataUpdatedAt <= Date.now()) return query
  return { ...query, state: { ...query.state, dataUpdatedAt: unknownAge } }
}

function parseAnswer([path]: QueryKey, data: unknown) {
  const target = endpointByPath.get(path)
  return target && v.safeParse(target.answer, data)
}

/**
 * Drops a member's answers from the page and the device, at once, because the page may be about to be left. Public
 * answers stay in the page and are persisted again soon after: as long as they are fresh, nothing else would persist
 * them.
 */
export async function clearMemberQueries(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => !isPublic(queryKey) })
  await persister.removeClient()
  void persister.persistClient(persistable(client))
}
