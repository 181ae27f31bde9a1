import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { type Endpoint, isForBoxOffice, isForStaff, pathOf } from '#contract/endpoint.ts'
import { endpointGroups, endpoints } from '#contract/index.ts'
import { openApiDocument } from '#server/api/openApi.ts'
import { newMember } from '#tests/support/members.ts'
import { documentCheck } from '#tests/support/openApi.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi, testOrigin } from './testApi.ts'

// Every answer of every test with this API is checked against the document, too (testApi.ts).
let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const Operation = v.looseObject({
  operationId: v.string(),
  tags: v.array(v.string()),
  summary: v.string(),
  security: v.array(v.record(v.string(), v.array(v.string()))),
  parameters: v.optional(v.array(v.looseObject({ name: v.string(), in: v.string() })), []),
  requestBody: v.optional(v.looseObject({ content: v.record(v.string(), v.unknown()) })),
})
const Document = v.looseObject({
  openapi: v.literal('3.1.0'),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
})

const read = async () => v.parse(Document, (await api.send('/api/openapi.json')).body)

const schemesOf = (endpoint: Endpoint) => {
  if (isForStaff(endpoint)) return ['staffSession']
  if (isForBoxOffice(endpoint)) return ['boxOfficeKey']
  return endpoint.access === 'public' ? [] : ['clubToken']
}

test('The document names every endpoint once, with its group, method, access, key and body', async () => {
  const { paths } = await read()
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  expect(named.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operation = named.find(({ operationId }) => operationId === name)
    const groups = Object.entries(endpointGroups).flatMap(([tag, group]) => (name in group ? [tag] : []))
    expect(operation).toMatchObject({ tags: groups, summary: endpoint.summary })
    expect(operation).toMatchObject({ path: pathOf(endpoint, 'club-bravo'), method: endpoint.method.toLowerCase() })
    const schemes = operation?.security.flatMap((one) => Object.keys(one))
    expect([name, schemes]).toEqual([name, schemesOf(endpoint)])
    const hasKey = operation?.parameters.some(({ name: parameter }) => parameter === 'Idempotency-Key')
    expect([name, hasKey]).toEqual([name, 'idempotency' in endpoint])
    expect([name, operation?.requestBody !== undefined]).toEqual([name, endpoint.method === 'POST'])
  }
})

test('Real answers fit the document: of visitors, of a member, of a scan, and errors', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const ticket = await issueTicket(api.db)
  const answers = [
    await api.call(endpoints.staticContents, {}),
    await api.call(endpoints.listRedeemItems, {}),
    await api.call(endpoints.me, {}, { token }),
    await api.call(endpoints.pointTransactions, {}, { token }),
    await scanAndConfirm(api, token, ticket.code),
    await api.call(endpoints.claimedTickets, {}, { token }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const refused = [
    await api.call(endpoints.me, {}),
    await api.call(endpoints.scanTicket, {}, { token }),
    await api.send('/api/club-bravo/nothing'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([401, 422, 404])
})

test('The check refuses an answer that is not as documented', () => {
  const fits = documentCheck(openApiDocument({ origin: testOrigin, product: 'club-bravo' }))
  const headers = new Headers({ 'content-type': 'application/json' })
  const path = pathOf(endpoints.scanTicket, 'club-bravo')
  const answer = (text: string, status = 200) => ({ status, headers, text })
  fits(path, 'POST', answer('{"status":"not_found","ticket_info":null}'))
  expect(() => fits(path, 'POST', answer('{"status":"lost","ticket_info":null}'))).toThrow('is not as documented')
  expect(() => fits(path, 'POST', answer('{"error":"no"}', 500))).toThrow('is not as documented')
})

test('The document can be stored by caches, and the page to read it stands in development', async () => {
  const { headers } = await api.send('/api/openapi.json')
  expect(headers.get('cache-control')).toContain('public')
  const page = await api.send('/api/docs')
  expect(page.status).toBe(200)
  expect(page.text).toContain('POST /api/club-bravo/scan-ticket')
})
