import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { html } from 'hono/html'
import {
  type BoxOfficeAccess,
  type Endpoint,
  FileAnswer,
  filePart,
  isForBoxOffice,
  isForStaff,
  pathOf,
  requestPart,
  type Schema,
  type StaffAccess,
  staffHeader,
  staffCookie,
} from '#contract/endpoint.ts'
import { ErrorBody, maxRequestBytes } from '#contract/errors.ts'
import { endpointGroups } from '#contract/index.ts'
import { keyPrefix } from '#contract/staff/keys.ts'
import { permissions } from '#contract/staff/roles.ts'

/** The address of the document. No product has two segments. */
export const openApiPath = '/api/openapi.json'

type Json = Record<string, unknown>

/**
 * What a caller may send, or what the server sends, before either is parsed. What JSON Schema cannot say is left out.
 */
function schemaOf(schema: Schema): Json {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    target: 'draft-2020-12',
  })
  return { ...rest }
}

/** The kinds of access of members and visitors. */
type ClubAccess = Exclude<Endpoint['access'], StaffAccess | BoxOfficeAccess>

const bearer = { clubToken: [] }

const clubAccess: Record<ClubAccess, { sentence: string; security: Json[] }> = {
  public: { sentence: 'Anyone may call.', security: [] },
  optional: {
    sentence: 'Anyone may call; the answer depends on the member whose token comes with it.',
    security: [{}, bearer],
  },
  member: { sentence: 'For a signed-in member.', security: [bearer] },
  verified: { sentence: 'For a signed-in member whose email address is verified.', security: [bearer] },
}

function accessOf(endpoint: Endpoint): { sentence: string; security: Json[] } {
  if (isForBoxOffice(endpoint)) {
    const sentence = `For a machine of the box office whose key has the permission ${endpoint.access.boxOffice}.`
    return { sentence, security: [{ boxOfficeKey: [] }] }
  }
  if (!isForStaff(endpoint)) return clubAccess[endpoint.access]
  const { staff } = endpoint.access
  const stepUp = permissions[staff].stepsUp ? ' who have just used their passkey' : ''
  return { sentence: `For staff with the permission ${staff}${stepUp}.`, security: [{ staffSession: [] }] }
}

const Fields = v.object({
  properties: v.record(v.string(), v.unknown()),
  required: v.optional(v.array(v.string()), []),
})

/** The query parameters of a GET. */
function queryOf(request: Schema): Json[] {
  const { properties, required } = v.parse(Fields, schemaOf(request))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const keyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A UUID. The same key gets the same answer again, and has its effect once. That a ticket is not known, or not valid, is looked at anew.',
  schema: { type: 'string', format: 'uuid' },
}

const staffParameter: Json = {
  name: staffHeader,
  in: 'header',
  required: false,
  description: 'The account whose page calls: somebody else who has signed in since is refused.',
  schema: { type: 'string', format: 'uuid' },
}

/** What an answer comes as, and what it says. */
function contentOf({ answer, encoding, answersInLines }: Endpoint): Json {
  if (answer === FileAnswer) return { '*/*': {} }
  if (answersInLines) return { 'application/x-ndjson': { schema: schemaOf(answer) } }
  return { [encoding === 'form' ? 'text/plain' : 'application/json']: { schema: schemaOf(answer) } }
}

/** How a request's body comes: its JSON stands in a part of a form beside a file. */
function bodyOf({ request, encoding, file }: Endpoint): Json {
  const schema = schemaOf(request)
  if (encoding === 'form') return { 'application/x-www-form-urlencoded': { schema } }
  if (file === undefined || !('maxBytes' in file)) return { 'application/json': { schema } }
  const parts = { [requestPart]: schema, [filePart]: { type: 'string', format: 'binary' } }
  return { 'multipart/form-data': { schema: { type: 'object', properties: parts, required: Object.keys(parts) } } }
}

function operationOf(name: string, tag: string, endpoint: Endpoint): Json {
  const { summary, method, request, rate, idempotency, maxBytes = maxRequestBytes, file } = endpoint
  const { sentence, security } = accessOf(endpoint)
  const limited = rate === undefined || rate.class === 'uncounted' ? '' : ` Calls are limited (${rate.class}).`
  const parameters = [
    ...(method === 'GET' ? queryOf(request) : []),
    ...(idempotency ? [keyParameter] : []),
    ...(isForStaff(endpoint) ? [staffParameter] : []),
  ]
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: sentence + limited,
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && {
      requestBody: {
        description: `At most ${maxBytes} bytes${file === undefined ? '' : ' beside its file'}.`,
        required: true,
        content: bodyOf(endpoint),
      },
    }),
    responses: {
      200: { description: 'The answer.', content: contentOf(endpoint) },
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

/** An OpenAPI document, as far as this product reads it. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: Json
  servers: { url: string }[]
  paths: Record<string, Record<string, Json>>
  components: Json
}

/** The API as an OpenAPI 3.1 document, from the contract alone. */
export function openApiDocument({ origin, product }: { origin: string; product: string }): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Club Bravo',
      version: '1',
      description:
        'The rewards club of an orchestra. Answers are JSON, unless a call says otherwise. Every answer of 400 and above has the body `Error`; 429 and 503 say in `Retry-After` how many seconds to wait.',
    },
    servers: [{ url: origin }],
    paths: Object.fromEntries(
      Object.entries<Record<string, Endpoint>>(endpointGroups).flatMap(([tag, group]) =>
        Object.entries(group).map(([name, endpoint]) => [
          pathOf(endpoint, product),
          { [endpoint.method.toLowerCase()]: operationOf(name, tag, endpoint) },
        ]),
      ),
    ),
    components: {
      securitySchemes: {
        clubToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that `login` answers with, renewed by `refresh`.',
        },
        staffSession: {
          type: 'apiKey',
          in: 'cookie',
          name: staffCookie(origin).name,
          description: 'The session of a member of staff, who has signed in with a passkey.',
        },
        boxOfficeKey: {
          type: 'http',
          scheme: 'bearer',
          description: `A key that an owner has made on the staff’s page API keys. It begins with ${keyPrefix}.`,
        },
      },
      schemas: { Error: schemaOf(ErrorBody) },
      responses: {
        Error: {
          description: 'What is wrong, and of which field.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

/** The address of the page, in development only. */
export const openApiPagePath = '/api/docs'

/** The document to read in a browser: each call with its parameters and schemas. */
export function openApiPage({ paths }: OpenApiDocument) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => html`
        <details>
          <summary>
            <code>${method.toUpperCase()} ${path}</code> ${operation['operationId']}: ${operation['summary']}
          </summary>
          <pre>${JSON.stringify(operation, null, 2)}</pre>
        </details>
      `,
    ),
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Club Bravo: API</title>
      </head>
      <body>
        <h1>Club Bravo: API</h1>
        <p><a href="${openApiPath}">OpenAPI 3.1 document</a></p>
        ${calls}
      </body>
    </html>`
}
