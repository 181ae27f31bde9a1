import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { OidcClient, type StateStore } from 'oidc-client-ts'
import type { User } from '#contract/member/member.ts'
import { createClient } from '#src/api/client.ts'
import { exchangeIdentity } from '#src/session/exchange.ts'
import type { Club } from './club.ts'
import type { TestMember } from './members.ts'
import { restoreState } from './storedState.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/**
 * Signs a member in without the pages: at the real identity provider and with the real exchange, but from Node. The
 * result is stored where the app stores it, so that a browser opens the app with a signed-in member. A test
 * (storedSignIn.test.ts) compares it with the result of a sign-in through the pages.
 */
export async function storeSignIn(
  context: BrowserContext,
  { origin }: Pick<Club, 'origin'>,
  member: TestMember,
): Promise<void> {
  const visitor = createVisitor(origin)
  const club = await exchangeForClubToken(origin, await signInAtProvider(origin, visitor, member))
  const domain = new URL(origin).hostname
  const stored = { origin, localStorage: pageStorage(club), indexedDB: databases(club) }
  await restoreState(context, {
    cookies: visitor.cookies().map((cookie) => ({ ...cookie, domain, secure: false })),
    origins: [stored],
  })
}

/** What the provider says of the member. */
async function signInAtProvider(origin: string, visitor: Visitor, { email, password }: TestMember) {
  const client = new OidcClient({
    authority: `${origin}/identity`,
    client_id: 'club-bravo-app',
    redirect_uri: `${origin}/login`,
    response_type: 'code',
    scope: 'openid email profile',
    stateStore: storeIn(new Map()),
  })
  const { url } = await client.createSigninRequest({ nonce: randomUUID() })
  const { url: back } = await visitor.submit(await visitor.open(url), { email, password })
  const { profile, id_token: idToken } = await client.processSigninResponse(back.href)
  if (idToken === undefined) throw new Error('The provider gave no ID token.')
  return { subject: profile.sub, email, emailVerified: profile.email_verified ?? false, idToken }
}

function storeIn(map: Map<string, string>): StateStore {
  return {
    get: (key) => Promise.resolve(map.get(key) ?? null),
    set: (key, value) => Promise.resolve(void map.set(key, value)),
    remove: (key) => {
      const value = map.get(key) ?? null
      map.delete(key)
      return Promise.resolve(value)
    },
    getAllKeys: () => Promise.resolve([...map.keys()]),
  }
}

interface ClubSignIn {
  token: string
  expiresAt: string | null
  user: User
}

async function exchangeForClubToken(
  origin: string,
  identity: Parameters<typeof exchangeIdentity>[1],
): Promise<ClubSignIn> {
  const client = createClient({ origin, product: 'club-bravo', readToken: () => Promise.resolve(null) })
  const outcome = await exchangeIdentity(client, identity)
  if (outcome.kind === 'failed') throw new Error(`${outcome.step} failed: ${JSON.stringify(outcome.error)}`)
  return outcome
}

/** The page's part, in localStorage. */
function pageStorage({ token, expiresAt, user }: ClubSignIn) {
  const now = Date.now()
  return [
    { name: 'jwt-token', value: token },
    { name: 'club-bravo.profile', value: JSON.stringify(user.member_profile) },
    { name: 'club-bravo.profile-time', value: String(now) },
    { name: 'club-bravo.token-renewal', value: String(now + (Date.parse(expiresAt ?? '') - now) * 0.75) },
  ]
}

/** The durable part, in IndexedDB: the session's record. */
function databases({ token, user }: ClubSignIn) {
  const session = { key: 'session', value: { memberId: user.member_profile.id, token } }
  return [database('club-bravo-session', [session])]
}

/** A database with one store of the same name, as the app's storage creates it. */
function database(name: string, records: readonly { key: string; value: unknown }[]) {
  return { name, version: 1, stores: [{ name, autoIncrement: false, records, indexes: [] }] }
}
