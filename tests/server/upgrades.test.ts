import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { audit } from '#server/services/audit.ts'
import { sha256 } from '#server/store/hash.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function signedInMember(tier: 'Black' | 'Red' | 'Gold' = 'Black') {
  const { id, email } = await newMember(api.db)
  await api.db.updateTable('members').set({ membership_tier: tier }).where('id', '=', id).execute()
  return { id, email, token: await api.signIn(id) }
}

type Visitor = Awaited<ReturnType<typeof signedInMember>>
type Kind = 'sc' | 'free_tier_upgrade'

interface TokenFacts {
  kind?: Kind
  tier?: 'Red' | 'Gold'
  email?: string | null
  expiresAt?: Date
}

async function issueToken(facts: TokenFacts = {}): Promise<string> {
  const token = randomUUID()
  const { kind = 'sc', tier = 'Red', email = null, expiresAt = new Date(Date.now() + 86_400_000) } = facts
  await api.db
    .insertInto('upgrade_tokens')
    .values({ token_hash: sha256(token), kind, tier, email, expires_at: expiresAt })
    .execute()
  return token
}

/** The calls of each kind of token; the signed-in ones as a member. */
const calls = {
  sc: {
    read: (token: string, member?: Visitor) => api.call(endpoints.getScTier, { sc_token: token }, as(member)),
    use: (token: string, member: Visitor, email = member.email) =>
      api.call(endpoints.setScTokenUsed, { sc_token: token, user_email: email }, as(member)),
    assign: (token: string, email: string) => api.call(endpoints.assignScTier, { sc_token: token, user_email: email }),
  },
  free_tier_upgrade: {
    read: (token: string, member?: Visitor) =>
      api.call(endpoints.getFreeUpgradeTier, { free_tier_upgrade_token: token }, as(member)),
    use: (token: string, member: Visitor, email = member.email) =>
      api.call(endpoints.setFreeUpgradeTokenUsed, { free_tier_upgrade_token: token, user_email: email }, as(member)),
    assign: (token: string, email: string) =>
      api.call(endpoints.assignFreeUpgradeTier, { free_tier_upgrade_token: token, user_email: email }),
  },
}

function as(member: Visitor | undefined) {
  return member ? { token: member.token } : {}
}

async function tierOf({ id }: Visitor) {
  return (await api.db.selectFrom('members').select('membership_tier').where('id', '=', id).executeTakeFirst())
    ?.membership_tier
}

const refusal = (message: string) => ({ status: 422, body: { message } })

test('A token says what it is worth before and after signing in, and is not spent by that', async () => {
  const member = await signedInMember()
  const [sc, free] = [await issueToken(), await issueToken({ kind: 'free_tier_upgrade', tier: 'Gold' })]
  for (const viewer of [undefined, member]) {
    const unspent = { success: true, redeemed: false }
    expect((await calls.sc.read(sc, viewer)).body).toEqual({ ...unspent, scTier: 'Red', scToken: sc })
    const { body } = await calls.free_tier_upgrade.read(free, viewer)
    expect(body).toEqual({ ...unspent, tier: 'Gold', freeUpgradeTier: 'Gold', token: free })
  }
})

for (const kind of ['sc', 'free_tier_upgrade'] as const) {
  test(`A token (${kind}) gives its tier with the bonus, once; a repeated call of the same member changes nothing`, async () => {
    const [member, other] = [await signedInMember(), await signedInMember()]
    const token = await issueToken({ kind })
    expect((await calls[kind].use(token, member)).body).toEqual({ success: true })
    expect((await calls[kind].use(token, member)).body).toEqual({ success: true })
    expect([await tierOf(member), await pointsOf(api.db, member.id)]).toEqual(['Red', 1000])
    expect(await calls[kind].use(token, other)).toMatchObject(refusal('duplicate_token'))
    expect((await calls[kind].read(token, member)).body).toMatchObject({ success: true, redeemed: true })
    for (const viewer of [undefined, other])
      expect(await calls[kind].read(token, viewer)).toMatchObject(refusal('duplicate_token'))
    expect(await calls[kind].assign(token, other.email)).toMatchObject(refusal('duplicate_token'))
    expect(await tierOf(other)).toBe('Black')
  })

  test(`A token (${kind}) that is expired, for somebody else, of another kind or no token at all says so and gives nothing`, async () => {
    const member = await signedInMember()
    const other = kind === 'sc' ? 'free_tier_upgrade' : 'sc'
    const tokens = {
      expired_token: await issueToken({ kind, expiresAt: new Date(Date.now() - 1000) }),
      foreign_token: await issueToken({ kind, email: 'somebody.else@club.example' }),
      invalid_token: await issueToken({ kind: other }),
    }
    for (const [message, token] of Object.entries(tokens)) {
      expect(await calls[kind].read(token, member)).toMatchObject(refusal(message))
      expect(await calls[kind].use(token, member)).toMatchObject(refusal(message))
      expect(await calls[kind].assign(token, member.email)).toMatchObject(refusal(message))
    }
    for (const text of ['x', 'null', '🎻', "'; drop table upgrade_tokens; --"])
      expect(await calls[kind].use(text, member)).toMatchObject(refusal('invalid_token'))
    expect((await calls[kind].use('', member)).status).toBe(422)
    expect(await tierOf(member)).toBe('Black')
  })

  test(`Gold cannot use a Red token (${kind}), Red not a second one, and the token stays unspent`, async () => {
    const [red, gold, member] = [await signedInMember('Red'), await signedInMember('Gold'), await signedInMember()]
    const token = await issueToken({ kind })
    for (const call of [
      calls[kind].read(token, gold),
      calls[kind].use(token, gold),
      calls[kind].assign(token, gold.email),
    ])
      expect(await call).toMatchObject(refusal('invalid_tier'))
    for (const call of [calls[kind].read(token, red), calls[kind].use(token, red)])
      expect(await call).toMatchObject(refusal('duplicate_token'))
    expect((await calls[kind].use(token, member)).status).toBe(200)
  })

  test(`A token (${kind}) gives its tier to the member with an address, on its own authority`, async () => {
    const member = await signedInMember()
    const token = await issueToken({ kind, tier: 'Gold', email: member.email })
    const unbound = await calls[kind].assign(await issueToken({ kind }), 'nobody@club.example')
    expect(unbound).toMatchObject(refusal('incorrect_account_data'))
    expect((await calls[kind].assign(token, member.email.toUpperCase())).body).toEqual({ success: true })
    expect((await calls[kind].use(token, member)).body).toEqual({ success: true })
    expect([await tierOf(member), await pointsOf(api.db, member.id)]).toEqual(['Gold', 2000])
  })

  test(`Ten members with one token (${kind}) at once are one membership`, async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => signedInMember()))
    const token = await issueToken({ kind })
    const answers = await Promise.all(members.map((member) => calls[kind].use(token, member)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const tiers = await Promise.all(members.map(tierOf))
    expect(tiers.filter((tier) => tier === 'Red')).toHaveLength(1)
  })
}

test('Whoever has no valid token learns nothing about an address', async () => {
  const member = await signedInMember()
  for (const email of [member.email, 'nobody@club.example'])
    expect(await calls.sc.assign('no token', email)).toMatchObject(refusal('invalid_token'))
})

test('A member uses a token for themselves only', async () => {
  const [member, other] = [await signedInMember(), await signedInMember()]
  const token = await issueToken()
  expect(await calls.sc.use(token, member, other.email)).toMatchObject(refusal('foreign_token'))
  expect([await tierOf(member), await tierOf(other)]).toEqual(['Black', 'Black'])
})

test('Only a signed-in member marks a token as used', async () => {
  const [member, ended] = [await signedInMember(), await signedInMember()]
  await api.db.updateTable('sessions').set({ revoked_at: new Date() }).where('member_id', '=', ended.id).execute()
  const token = await issueToken()
  for (const bearer of ['forged', ended.token])
    expect((await calls.sc.use(token, { ...member, token: bearer })).status).toBe(401)
  const request = { sc_token: token, user_email: member.email }
  expect((await api.call(endpoints.setScTokenUsed, request)).status).toBe(401)
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Whoever holds a token for their own address learns nothing about another one', async () => {
  const member = await signedInMember()
  const token = await issueToken({ email: 'holder@club.example' })
  for (const email of [member.email, 'nobody@club.example'])
    expect(await calls.sc.assign(token, email)).toMatchObject(refusal('foreign_token'))
})
