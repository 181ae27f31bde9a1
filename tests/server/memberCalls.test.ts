import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, pathOf, type Schema } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { fieldSchemas } from '#contract/registration/profileFields.ts'
import { endpoints } from '#contract/index.ts'
import { exportMember } from '#server/services/membership/memberExport.ts'
import { sha256 } from '#server/store/hash.ts'
import { findAccountByEmail } from '#server/store/identity/accounts.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { newOldMember, newPayer } from '#tests/support/registrations.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { type Answered, scanAndConfirm, type TestApi, testApi } from './testApi.ts'

/** Every call that comes with a member, from the contract: a new endpoint is tested by being there. */
const memberCalls = Object.entries<Endpoint>(endpoints).filter(
  ([, { access }]) => access === 'member' || access === 'verified',
)
const optionalCalls = Object.entries<Endpoint>(endpoints).filter(([, { access }]) => access === 'optional')

let api: TestApi
/** Tokens that were a member's, and a valid one. */
let tokens: { ended: string[]; valid: string }
beforeAll(async () => {
  api = await testApi({ refusesTransactions: false })
  const { id } = await newMember(api.db)
  tokens = { ended: await endedTokens(id), valid: await api.signIn(id) }
})
afterAll(() => api.close())

/** An expired token, a revoked one, and one that has logged out. */
async function endedTokens(id: string): Promise<string[]> {
  const [expired, revoked, loggedOut] = [await api.signIn(id), await api.signIn(id), await api.signIn(id)]
  const sessionOf = (token: string) => api.db.updateTable('sessions').where('token_hash', '=', sha256(token))
  await sessionOf(expired)
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute()
  await sessionOf(revoked).set({ revoked_at: new Date() }).execute()
  await api.call(endpoints.logout, {}, { token: loggedOut })
  return [expired, revoked, loggedOut]
}

/** What no valid token is written as. */
function malformedHeaders(valid: string): string[] {
  const forged = [randomUUID(), valid.slice(0, -1), `${valid}x`, valid.toLowerCase(), "' or 1=1 --", '{}', 'null']
  return [...forged.map((text) => `Bearer ${text}`), 'Bearer', `Bearer ${valid} x`, `Basic ${valid}`, valid]
}

/** Sends a call with an `Authorization` header. */
const sendAs = (endpoint: Endpoint, authorization: string, request: unknown = {}) =>
  api.call(endpoint, request, { headers: { Authorization: authorization } })

/** The shape of a 401, and nothing that only a member may see. */
function expectSignInAsked(answered: Answered): void {
  expect(answered).toMatchObject({ status: 401, body: { message: expect.stringMatching(/^Sign in/) } })
  expect(Object.keys(v.parse(v.strictObject(ErrorBody.entries), answered.body))).toEqual(['message'])
  expect(answered.headers.get('cache-control')).toBe('no-store')
}

test.each(memberCalls)(
  '%s: nobody gets an answer without a token, or with an ended or malformed one',
  async (_name, endpoint) => {
    const { ended, valid } = tokens
    expectSignInAsked(await api.call(endpoint, {}))
    for (const header of [...ended.map((token) => `Bearer ${token}`), ...malformedHeaders(valid)])
      expectSignInAsked(await sendAs(endpoint, header))
    // The token in any other place is none.
    const path = `${pathOf(endpoint, 'club-bravo')}?token=${valid}&access_token=${valid}`
    expectSignInAsked(await api.send(path, { method: endpoint.method, headers: { Cookie: `jwt-token=${valid}` } }))
    const own = await api.signIn((await newMember(api.db)).id)
    expect((await api.call(endpoint, {}, { token: own })).status).not.toBe(401)
  },
)

test.each(optionalCalls)('%s: a visitor is answered, but not with an ended token', async (_name, endpoint) => {
  expect((await api.call(endpoint, {})).status).not.toBe(401)
  for (const token of tokens.ended) expectSignInAsked(await sendAs(endpoint, `Bearer ${token}`))
})

test.each(memberCalls)('%s: a closed account is told so, and gets nothing', async (_name, endpoint) => {
  const { id } = await newMember(api.db)
  const token = await api.signIn(id)
  await api.db.updateTable('members').set({ active: false }).where('id', '=', id).execute()
  const { status, body } = await api.call(endpoint, {}, { token })
  // Closing an account ends its sign-ins.
  expect([401, 403]).toContain(status)
  expect(Object.keys(body)).toEqual(['message'])
})

/**
 * The calls that need a verified address (specification section 6: scanning, redeeming, converting, registering for
 * events).
 */
const verifiedPaths = /\/(?:scan-ticket|verify-ticket|redeem|redeem-asia-miles|register-event)$/

test.each(memberCalls)(
  '%s: asks for a verified address where the specification does, and nowhere else',
  async (_name, endpoint) => {
    const { id } = await newMember(api.db, { verified: false })
    const { status, body } = await api.call(endpoint, {}, { token: await api.signIn(id) })
    const isAsked = verifiedPaths.test(endpoint.path)
    expect(endpoint.access === 'verified').toBe(isAsked)
    expect(status === 403 && body['message'] === 'please verify email').toBe(isAsked)
  },
)

/** Somebody about whom the club holds much. */
interface Victim extends TestMember {
  memberNo: string
  mobile: string
  lastName: string
  scToken: string
  /** Of their registration for an event. */
  refNo: string
  ticketNo: string
  code: string
  orderRef: string
  /** Of a sign-in of theirs, and of a passkey. */
  signInId: string
  token: string
}

async function newVictim(): Promise<Victim> {
  const member = await newPayer(api.db)
  const [memberNo, lastName] = [await newOldMember(api.db, { email: member.email }), 'Chan']
  const mobile = `6${String(Date.now()).slice(-7)}`
  const token = await api.signIn(member.id)
  const { tier_payment: order } = v.parse(
    endpoints.tierPayment.answer,
    (await api.call(endpoints.tierPayment, {}, { token })).body,
  )
  const claim = { cb_member_no: memberNo, last_name: lastName, email_or_mobile: member.email }
  expect((await api.call(endpoints.profileMigrated, claim, { token })).status).toBe(200)
  const { code, ticketNo } = await issueTicket(api.db)
  await scanAndConfirm(api, token, code)
  await api.db.updateTable('members').set({ mobile }).where('id', '=', member.id).execute()
  const scToken = randomUUID()
  const issued = {
    kind: 'sc',
    tier: 'Gold',
    email: member.email,
    expires_at: new Date(Date.now() + 86_400_000),
  } as const
  await api.db
    .insertInto('upgrade_tokens')
    .values({ token_hash: sha256(scToken), ...issued })
    .execute()
  const refNo = randomUUID()
  await api.db.insertInto('event_places').values({ alias: refNo, places: 1, taken: 1 }).execute()
  const now = new Date()
  const registration = { alias: refNo, quantity: 1, state: 'registered', created_at: now, changed_at: now } as const
  await api.db
    .insertInto('event_registrations')
    .values({ ...registration, member_id: member.id, ref_no: refNo })
    .execute()
  const { sign_ins: signIns } = await signInsOf(token)
  const signInId = signIns[0]?.id ?? ''
  const account = await findAccountByEmail(api.db, member.email)
  const passkey = { id: signInId, account_id: account?.id ?? '', public_key: Buffer.from('key'), name: 'Phone' }
  await api.db
    .insertInto('passkeys')
    .values({ ...passkey, counter: 0, transports: [], created_at: now })
    .execute()
  return {
    ...member,
    memberNo,
    mobile,
    lastName,
    scToken,
    refNo,
    ticketNo,
    code,
    signInId,
    token,
    orderRef: order.order_ref,
  }
}

/** Where somebody is signed in, and their passkeys. */
async function signInsOf(token: string) {
  return v.parse(endpoints.signIns.answer, (await api.call(endpoints.signIns, {}, { token })).body)
}

/**
 * What somebody else says in each field of a request to reach the victim; what names nobody is what works for
 * themselves.
 */
function attackOf(victim: Victim, attacker: TestMember): Record<string, unknown> {
  return {
    id: victim.signInId,
    email: victim.email,
    user_email: victim.email,
    member_no: victim.memberNo,
    cb_member_no: victim.memberNo,
    last_name: victim.lastName,
    email_or_mobile: victim.email,
    mobile: victim.mobile,
    country_code: '852',
    sc_token: victim.scToken,
    free_tier_upgrade_token: victim.scToken,
    upgrade_code: victim.scToken,
    ref_no: victim.refNo,
    order_ref: victim.orderRef,
    qrcode: victim.code,
    ticket_info: { ticket_no: victim.ticketNo },
    current_password: attacker.password,
    password: 'a new password for tests only',
    password_confirmation: 'a new password for tests only',
    registration_form_type: 'free',
    interest_id: [],
    preferred_lang: 'tc',
    receive_email_promotion: true,
    consent: true,
    limit: '5',
  }
}

/** Fields that name nobody. A field that is neither here nor in the attack asks whoever adds it whom it names. */
const namingNobody = new Set([
  ...Object.keys(fieldSchemas),
  'type',
  'lang',
  'code',
  'credential',
  'name',
  'month',
  'before',
  'registration_form_type',
  '_is_ya_form',
  '_is_paying_red',
  // What is said about the membership is dropped.
  'membership_tier',
  'membership_since',
  'item_id',
  'event_id',
  'quantity',
  'expected_points',
  'delivery_method',
  'points_to_convert',
  'expected_miles',
  'asia_miles_membership_number',
  'asia_miles_member_first_name',
  'asia_miles_member_last_name',
])

/** The request of an endpoint that names the victim wherever it can, and more fields that name them. */
function attackOn(request: Schema, victim: Victim, attacker: TestMember): Record<string, unknown> {
  const attack = attackOf(victim, attacker)
  const entries = 'entries' in request ? Object.keys(request.entries ?? {}) : []
  for (const name of entries)
    if (!(name in attack) && !namingNobody.has(name)) throw new Error(`Whom does the field ${name} name?`)
  const named = entries.flatMap((name) => (name in attack ? [[name, attack[name]]] : []))
  const extra = { id: victim.id, member_id: victim.id, memberId: victim.id, user: victim.email }
  return { ...extra, ...Object.fromEntries(named) }
}

const queryOf = (request: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]))

/** What the club holds about somebody. The mails that others can have sent to an address are not theirs alone. */
async function dataAbout({ id, token }: Victim) {
  const path = join(api.dataDir, randomUUID())
  await exportMember(api.db, { memberId: id, now: new Date(), path })
  const { emails: _sent, ...data }: Record<string, unknown> = JSON.parse(await readFile(path, 'utf8')).data
  return { ...data, signedIn: await signInsOf(token) }
}

describe('With one’s own token nobody sees or changes another member:', () => {
  let victim: Victim
  beforeAll(async () => {
    victim = await newVictim()
  })
  test.each(memberCalls)('%s', async (_name, endpoint) => {
    const attacker = await newMember(api.db)
    const before = await dataAbout(victim)
    const token = await api.signIn(attacker.id)
    const request = attackOn(endpoint.request, victim, attacker)
    const query = endpoint.method === 'GET' ? `?${queryOf(request)}` : ''
    const answered =
      endpoint.method === 'GET'
        ? await api.send(pathOf(endpoint, 'club-bravo') + query, { headers: { Authorization: `Bearer ${token}` } })
        : await api.call(endpoint, request, { token })
    expect(answered.status).not.toBe(401)
    for (const fact of [victim.id, victim.firstName, victim.mobile, victim.email, victim.memberNo, victim.orderRef])
      expect(answered.text).not.toContain(fact)
    expect(await dataAbout(victim)).toEqual(before)
    const unspent = api.db
      .selectFrom('upgrade_tokens')
      .select('used_by')
      .where('token_hash', '=', sha256(victim.scToken))
    expect(await unspent.executeTakeFirst()).toEqual({ used_by: null })
  })
})
