import * as v from 'valibot'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { type Access, type Endpoint, pathOf } from './endpoint.ts'
import { maxRequestBytes } from './errors.ts'
import { endpoints } from './index.ts'

interface Keyed<A extends Access, Rate = { class: 'own-data' }> {
  summary: string
  method: 'POST'
  path: '/api/{product}/spend'
  access: A
  request: v.GenericSchema
  answer: v.GenericSchema
  rate: Rate
  idempotency: true
}

test('A key without a member does not compile', () => {
  expectTypeOf<Keyed<'member'>>().toExtend<Endpoint>()
  expectTypeOf<Keyed<'verified'>>().toExtend<Endpoint>()
  expectTypeOf<Keyed<'public'>>().not.toExtend<Endpoint>()
  expectTypeOf<Keyed<'optional'>>().not.toExtend<Endpoint>()
  expectTypeOf<Keyed<{ staff: 'member_read' }>>().not.toExtend<Endpoint>()
})

type Unkeyed<A extends Access, Rate = { class: 'own-data' }> = Omit<Keyed<A, Rate>, 'idempotency'>
type Open = Unkeyed<'public'> & { burst: { request: unknown; status: 200 } }

test('An endpoint for visitors without the call that a burst makes does not compile', () => {
  expectTypeOf<Open>().toExtend<Endpoint>()
  expectTypeOf<Omit<Open, 'burst'>>().not.toExtend<Endpoint>()
})

type Subject = v.ObjectSchema<{ email: v.StringSchema<undefined> }, undefined>
type SignIn<Rate, Sample = { email: string }> = Omit<Open, 'request' | 'rate' | 'burst'> & {
  request: Subject
  rate: Rate
  burst: { request: Sample; status: 200 }
}
type CountedFor<Account> = { class: 'sign-in'; account: Account }

test('What an endpoint counts for is a field of its request, or the member who is signed in', () => {
  expectTypeOf<SignIn<CountedFor<'email'>>>().toExtend<Endpoint<Subject>>()
  expectTypeOf<SignIn<CountedFor<'login'>>>().not.toExtend<Endpoint<Subject>>()
  expectTypeOf<SignIn<CountedFor<'member'>>>().not.toExtend<Endpoint<Subject>>()
  expectTypeOf<SignIn<{ class: 'sign-in' }>>().not.toExtend<Endpoint<Subject>>()
  expectTypeOf<Unkeyed<'member', CountedFor<'member'>>>().toExtend<Endpoint>()
})

test('A burst that sends what the endpoint does not take does not compile', () => {
  expectTypeOf<SignIn<CountedFor<'email'>, { login: string }>>().not.toExtend<Endpoint<Subject>>()
})

test('A member’s endpoint that does not say how it is counted does not compile', () => {
  expectTypeOf<Unkeyed<'member'>>().toExtend<Endpoint>()
  expectTypeOf<Omit<Unkeyed<'member'>, 'rate'>>().not.toExtend<Endpoint>()
  expectTypeOf<Omit<Unkeyed<'verified'>, 'rate'>>().not.toExtend<Endpoint>()
  expectTypeOf<Omit<Open, 'rate'>>().toExtend<Endpoint>()
})

type ForStaff = Omit<Unkeyed<{ staff: 'member_read' }>, 'rate' | 'path'> & { path: '/api/staff/read' }

test('An endpoint of staff with an offline policy, another path or an unknown permission does not compile', () => {
  expectTypeOf<ForStaff>().toExtend<Endpoint>()
  expectTypeOf<ForStaff & { offline: 'member' }>().not.toExtend<Endpoint>()
  expectTypeOf<Omit<ForStaff, 'path'> & { path: '/api/{product}/read' }>().not.toExtend<Endpoint>()
  expectTypeOf<Omit<ForStaff, 'access'> & { access: { staff: 'nothing' } }>().not.toExtend<Endpoint>()
})

type ForBoxOffice = Omit<Unkeyed<{ boxOffice: 'ticket_read' }, { class: 'box-office' }>, 'path'> & {
  path: '/api/box-office/read'
  calledBy: 'others'
}

test('An endpoint of the box office without its limit, with a key, a file or a permission of staff does not compile', () => {
  expectTypeOf<ForBoxOffice>().toExtend<Endpoint>()
  expectTypeOf<Omit<ForBoxOffice, 'rate'>>().not.toExtend<Endpoint>()
  expectTypeOf<ForBoxOffice & { idempotency: true }>().not.toExtend<Endpoint>()
  expectTypeOf<ForBoxOffice & { file: { maxBytes: 1 } }>().not.toExtend<Endpoint>()
  expectTypeOf<Omit<ForBoxOffice, 'access'> & { access: { boxOffice: 'staff_manage' } }>().not.toExtend<Endpoint>()
})

const [email, subject, token] = ['x'.repeat(254), 'x'.repeat(255), 'x'.repeat(8192)]
const fact = '\u0001'.repeat(254)
/** The largest requests that their schemas take. JSON escapes a code of control characters throughout. */
const largest: readonly [Endpoint, unknown][] = [
  [endpoints.findProfile, { username: email, password: subject, id_token: token }],
  [endpoints.registerAccount, { email, password: subject, password_confirmation: subject, id_token: token }],
  [endpoints.login, { login: email, password: subject, id_token: token }],
  [endpoints.resendVerification, { email }],
  [endpoints.redeemedItemAvailable, { item_id: 'x'.repeat(200) }],
  [endpoints.emailAndMemberNo, { email: '\u0001'.repeat(254), member_no: '\u0001'.repeat(64) }],
  [endpoints.existingProfile, { cb_member_no: fact, last_name: fact, email_or_mobile: fact, upgrade_code: fact }],
  [endpoints.scanTicket, { qrcode: '\u0001'.repeat(2048) }],
]

test('The body limit of an endpoint leaves room for the largest request that its schema takes', () => {
  for (const [endpoint, request] of largest) {
    const { length } = JSON.stringify(request)
    expect([pathOf(endpoint, ''), length <= (endpoint.maxBytes ?? maxRequestBytes)]).toEqual([
      pathOf(endpoint, ''),
      true,
    ])
  }
})

/** Every text that an endpoint takes, with where it stands. */
function textSchemasOf(
  schema: v.GenericSchema & { entries?: Record<string, v.GenericSchema> },
  path: string,
): [string, v.GenericSchema][] {
  if (schema.entries === undefined) return [[path, schema]]
  return Object.entries(schema.entries).flatMap(([name, entry]) => textSchemasOf(entry, `${path} ${name}`))
}

test('No text that is too long is normalised, which would take the square of its length', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const long = `a${'\u0301'.repeat(30_000)}`
  for (const target of Object.values<Endpoint>(endpoints))
    for (const [path, schema] of textSchemasOf(target.request, target.path)) {
      v.safeParse(schema, long)
      const worked = normalize.mock.contexts.filter((text) => String(text).length > 1000)
      expect([path, worked.length]).toEqual([path, 0])
    }
  normalize.mockRestore()
})
