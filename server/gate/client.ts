import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { TtlCache } from './ttlCache.ts'

/**
 * Whose work something is, as limiters count it: a member’s with a proved address, who is one person; a network’s,
 * which may be a household or a concert hall; or the system’s own, such as the mails’ and what many requests wait for
 * together.
 */
export interface Client {
  readonly kind: 'member' | 'network' | 'system'
  readonly id: string
}

/** A request, for as long as it lasts. */
interface RequestContext {
  client: Client
  network: string
  /** Aborted when the client has gone before its answer was whole. */
  ended: AbortSignal
}

const system: RequestContext = {
  client: { kind: 'system', id: '' },
  network: '',
  ended: new AbortController().signal,
}
const contexts = new AsyncLocalStorage<RequestContext>()

const hourMs = 60 * 60 * 1000
/** Members by hashes of their tokens: so that a call counts as its member’s before the database has said so. */
const membersByToken = new TtlCache<string>(50_000)
/** Networks from which somebody signed in, or called with a valid token. */
const knownNetworks = new TtlCache<true>(20_000)

const context = () => contexts.getStore() ?? system

/** Whose work this is. */
export const currentClient = (): Client => context().client

/** Ends with the request that this work is for. */
export const currentSignal = (): AbortSignal => context().ended

/** Whether this is a member’s or the system’s work, or somebody has signed in lately from where it comes from. */
export function isKnownClient(): boolean {
  const { client, network } = context()
  return client.kind !== 'network' || knownNetworks.get(network) !== null
}

/** The network of this work’s request, as limiters count it. */
export const currentNetwork = (): string => context().network

const keyOf = (token: string) => hash('sha256', token)

/**
 * Does the work of a request as its client’s.
 *
 * @param request.token what it comes with, which may be anything; null without one
 */
export function runAsClient<T>(
  request: { network: string; token: string | null; ended: AbortSignal },
  work: () => T,
): T {
  const { network, token, ended } = request
  const memberId = token === null ? null : membersByToken.get(keyOf(token))
  const client: Client = memberId === null ? { kind: 'network', id: network } : { kind: 'member', id: memberId }
  return contexts.run({ client, network, ended }, work)
}

/** Does work that several requests wait for: it is nobody’s own, and ends with none of them. */
export function runAsSystem<T>(work: () => T): T {
  return contexts.run(system, work)
}

/**
 * Notes whose token this request comes with: the rest of it is that member’s work. Accounts that nobody has proved cost
 * nothing, so they share the permits of their network.
 */
export function identifyClient(
  token: string,
  { memberId, emailVerified }: { memberId: string; emailVerified: boolean },
) {
  const current = context()
  if (current === system || !emailVerified) return
  noteSignIn()
  membersByToken.set(keyOf(token), memberId, hourMs)
  current.client = { kind: 'member', id: memberId }
}

/** Notes that a member with a proved address has signed in from this request’s network. */
export function noteSignIn(): void {
  const { network } = context()
  if (network !== '') knownNetworks.set(network, true, 24 * hourMs)
}

/** Notes that a token is nobody’s (any more). */
export function forgetToken(token: string): void {
  membersByToken.delete(keyOf(token))
}
