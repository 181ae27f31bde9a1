import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, isForBoxOffice, isForStaff, pathOf } from '#contract/endpoint.ts'
import { ErrorBody, maxRequestBytes } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import { type KeyPermission, keyPermissions } from '#contract/staff/roles.ts'
import { makeApiKey } from '#server/services/staff/apiKeys.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { newMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { type Answered, type TestApi, testApi } from './testApi.ts'

const product = 'club-bravo'
/** Those of members, visitors and machines: staff come with a cookie. */
const all = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => !isForStaff(endpoint))
const posts = all.filter(([, { method }]) => method === 'POST')
const jsonPosts = posts.filter(([, { encoding }]) => encoding === undefined)

let api: TestApi
let memberId: string
let token: string
const apiKeys = new Map<KeyPermission, string>()
/** Values with a meaning in this club. */
let known: string[]
beforeAll(async () => {
  api = await testApi()
  const member = await newMember(api.db)
  memberId = member.id
  token = await api.signIn(memberId)
  for (const permission of keyPermissions) {
    const made = await makeApiKey(asStaff(api.db), { name: permission, permission, now: new Date() })
    if (made.kind === 'made') apiKeys.set(permission, made.secret)
  }
  const [found, pending] = [await issueTicket(api.db), await issueTicket(api.db, 'pending')]
  await importFiles(api.db, validFiles())
  const reward = await api.db
    .selectFrom('contents')
    .select('id')
    .where('group_name', '=', 'rewards')
    .executeTakeFirstOrThrow()
  known = [found.code, pending.code, found.ticketNo, member.email, member.id, 'known id token', reward.id, 'tote']
  api.identities.set('known id token', {
    issuer: 'built-in',
    subject: 'known subject',
    email: member.email,
    emailVerified: true,
    grant: null,
    tokenHash: 'known hash',
  })
})
afterAll(() => api.close())

/** What a caller of an endpoint sends who may call it. */
const rightBearer = (endpoint: Endpoint) =>
  `Bearer ${isForBoxOffice(endpoint) ? apiKeys.get(endpoint.access.boxOffice) : token}`

/** Signing out is included. */
async function sendAs(path: string, init: RequestInit): Promise<Answered> {
  const answered = await api.send(path, init)
  if (answered.status === 401) token = await api.signIn(memberId)
  return answered
}

const malformed = fc.constantFrom(
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202e',
  "'; drop table members; --",
  '${7*7}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '🎻'.repeat(600),
  'x'.repeat(20_000),
  'null',
  '-1',
)
const texts = fc.oneof(
  malformed,
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.nat({ max: 7 }).map((index) => known[index] ?? ''),
)
const fields = [
  'username',
  'password',
  'password_confirmation',
  'id_token',
  'email',
  'login',
  'qrcode',
  'ticket_info',
  'ticket_no',
  'item_id',
  'alias',
  'sc_token',
  'free_tier_upgrade_token',
  'user_email',
  'cb_member_no',
  'last_name',
  'email_or_mobile',
  'upgrade_code',
  '__proto__',
  'constructor',
  'toString',
  'tickets',
  'ticketNo',
  'ticketNos',
  'reason',
  'performance_id',
  'amount',
  'extra',
]
const values: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.constantFrom(null, true, false, 0, -1, 1e308, -0, 1.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...fields), tie('value'), { maxKeys: 4 }),
  ),
})).value
const bodies = fc.oneof(
  fc.dictionary(fc.constantFrom(...fields), values, { maxKeys: 7 }).map((body) => JSON.stringify(body)),
  fc.record({ ticket_info: fc.record({ ticket_no: values }) }).map((body) => JSON.stringify(body)),
  fc.record({ qrcode: texts }).map((body) => JSON.stringify(body)),
  values.map((value) => JSON.stringify(value) ?? ''),
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    '['.repeat(30_000),
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `{"ticket_info":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`,
    '{"qrcode":"\\ud800\\u0000"}',
    '{"qrcode":"a","qrcode":2}',
    'x'.repeat(70_000),
    '\u0000',
  ),
)
const contentTypes = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'nonsense',
)
const keys = fc.constantFrom(randomUUID(), randomUUID(), 'not a uuid', '', '0'.repeat(36), `${randomUUID()}x`)
const bearers = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('Bearer', 'Bearer a b', 'Basic eDp5', `Bearer ${'x'.repeat(5000)}`, '{}') },
)

const limitedClasses = new Set<string>(['mail', 'old-member', 'payment', 'own-data', 'box-office'])
/**
 * Whether a test meets the limit: five mails an hour for an address, ten claims to be an old member, twenty orders or
 * sixty changes of a member, 120 calls a minute by a key.
 */
const isLimited = ({ rate }: Endpoint) => limitedClasses.has(rate?.class ?? '')

test('No malformed request gets a 500 or a response that is not JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...posts),
      bodies,
      contentTypes,
      keys,
      bearers,
      async ([, endpoint], body, contentType, key, bearer) => {
        const answered = await sendAs(pathOf(endpoint, product), {
          method: 'POST',
          headers: {
            'Content-Type': contentType,
            'Idempotency-Key': key,
            Authorization: bearer ?? rightBearer(endpoint),
          },
          body,
        })
        const limited = isLimited(endpoint) ? [429] : []
        expect([200, 400, 401, 403, 404, 409, 413, 422, ...limited]).toContain(answered.status)
        expect(answered.headers.get('content-type')).toContain('application/json')
        if (answered.status >= 400) v.parse(ErrorBody, answered.body)
      },
    ),
    { numRuns: 1500 },
  )
  expect(api.errors).toEqual([])
})

test('No malformed form gets a 500 or an OK', async () => {
  const { path, maxBytes } = endpoints.paymentDatafeed
  const names = ['src', 'prc', 'successcode', 'Ref', 'PayRef', 'Cur', 'Amt', 'payerAuth', 'MerchantId', 'secureHash']
  const forms = fc.dictionary(fc.constantFrom(...names, ...fields), texts, { maxKeys: 14 })
  await fc.assert(
    fc.asyncProperty(forms, fc.boolean(), async (form, isComplete) => {
      const complete = Object.fromEntries(names.map((name) => [name, '0']))
      const body = new URLSearchParams({ ...(isComplete ? complete : {}), ...form }).toString()
      const answered = await api.send(path.replace('{product}', product), {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      })
      expect(body.length > maxBytes ? [413] : [403, 422]).toContain(answered.status)
      v.parse(ErrorBody, answered.body)
    }),
    { numRuns: 300 },
  )
})

test('No malformed query gets a 500', async () => {
  const gets = all.filter(([, { method }]) => method === 'GET')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...gets),
      fc.string({ unit: 'binary', maxLength: 300 }),
      async ([, endpoint], query) => {
        const path = `${pathOf(endpoint, product)}?${encodeURIComponent(query)}=%00&a=%ff&${query.replaceAll(/[#\s]/g, '')}`
        const answered = await sendAs(path, { headers: { Authorization: rightBearer(endpoint) } })
        expect([200, 401, 422, ...(isLimited(endpoint) ? [429] : [])]).toContain(answered.status)
      },
    ),
    { numRuns: 200 },
  )
})

test('An alias of any form gets only its entry, null, or an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('getRedeemItem', 'getEvent'), texts, async (name, alias) => {
      const query = new URLSearchParams({ alias })
      const { status, body } = await api.send(`${pathOf(endpoints[name], product)}?${query}`)
      expect([200, 422]).toContain(status)
      const found = Object.values(body)[0]
      const isNamed = name === 'getRedeemItem' && alias === 'tote'
      expect(status === 422 || (isNamed ? found !== null : found === null)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

/** A valid request for each endpoint, to be mutated. */
function validRequest(name: string): Record<string, unknown> {
  const [code, , ticketNo, email, , , rewardId] = known
  const identity = { password: 'known subject', id_token: 'known id token' }
  const requests: Record<string, Record<string, unknown>> = {
    findProfile: { username: email, ...identity },
    registerAccount: { email, password_confirmation: 'known subject', ...identity },
    login: { login: email, ...identity },
    resendVerification: { email },
    scanTicket: { qrcode: code },
    addTickets: { tickets: [{ ticket_no: ticketNo, performance_id: code, amount: 1, seat: '' }] },
    voidTicket: { ticketNo: 'NONE', reason: 'For a test' },
    ticketCodes: { ticketNos: [ticketNo] },
    verifyTicket: { ticket_info: { ticket_no: ticketNo } },
    redeemedItemAvailable: { item_id: rewardId },
    getScTier: { sc_token: code },
    setFreeUpgradeTokenUsed: { free_tier_upgrade_token: code, user_email: email },
    assignScTier: { sc_token: code, user_email: email },
    existingProfile: { cb_member_no: code, last_name: code, email_or_mobile: email },
    profileMigrated: { cb_member_no: code, last_name: code, email_or_mobile: email },
  }
  return requests[name] ?? {}
}

test('A valid request with one mutated part gets a proper response or an error', async () => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...jsonPosts),
      fc.option(fc.tuple(fc.nat({ max: 3 }), values)),
      async ([name, endpoint], spoilt) => {
        const request = validRequest(name)
        const field = Object.keys(request)[spoilt?.[0] ?? 9]
        const mutatedRequest = field === undefined ? request : { ...request, [field]: spoilt?.[1] }
        const body = JSON.stringify(mutatedRequest)
        const answered = await sendAs(pathOf(endpoint, product), {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Idempotency-Key': randomUUID(),
            Authorization: rightBearer(endpoint),
          },
          body,
        })
        const isTooLarge = Buffer.byteLength(body) > (endpoint.maxBytes ?? maxRequestBytes)
        const isOver = answered.status === 429 && isLimited(endpoint)
        if (!isTooLarge && !isOver) seen.add(answered.status)
        expect(isTooLarge ? [413] : [200, 401, 404, 422, ...(isOver ? [429] : [])]).toContain(answered.status)
      },
    ),
    // First each request as it is, and one for a reward that does not exist, so that every status below is certain to
    // occur.
    {
      numRuns: 600,
      examples: [
        ...jsonPosts.map((post): [[string, Endpoint], null] => [post, null]),
        [
          ['redeemedItemAvailable', endpoints.redeemedItemAvailable],
          [0, randomUUID()],
        ],
      ],
    },
  )
  expect(seen).toEqual(new Set([200, 401, 404, 422]))
})
