import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { type Endpoint, pathOf, type Schema } from '#contract/endpoint.ts'
import { ErrorBody, maxRequestBytes } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'

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

const accessSentences: Record<Endpoint['access'], string> = {
  public: 'Anyone may call.',
  optional: 'Anyone may call; the answer depends on the member whose token comes with it.',
  member: 'For a signed-in member.',
  verified: 'For a signed-in member whose email address is verified.',
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

const bearer = { clubToken: [] }
const securityOf: Record<Endpoint['access'], Json[]> = {
  public: [],
  optional: [{}, bearer],
  member: [bearer],
  verified: [bearer],
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const { access, method, encoding, rate, idempotency } = endpoint
  const isForm = encoding === 'form'
  const limited = rate === undefined || rate.class === 'uncounted' ? '' : ` Calls are limited (${rate.class}).`
  const parameters = [...(method === 'GET' ? queryOf(endpoint.request) : []), ...(idempotency ? [keyParameter] : [])]
  const { maxBytes = maxRequestBytes, file } = endpoint
  return {
    operationId: name,
    description: accessSentences[access] + limited,
    security: securityOf[access],
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && {
      requestBody: {
        description: `At most ${maxBytes} bytes${file === undefined ? '' : ' beside its file'}.`,
        required: true,
        content: {
          [isForm ? 'application/x-www-form-urlencoded' : 'application/json']: { schema: schemaOf(endpoint.request) },
        },
      },
    }),
    responses: {
      200: {
        description: 'The answer.',
        content: { [isForm ? 'text/plain' : 'application/json']: { schema: schemaOf(endpoint.answer) } },
      },
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
        'The rewards club of an orchestra. Answers are JSON. Every answer of 400 and above has the body `Error`; 429 and 503 say in `Retry-After` how many seconds to wait.',
    },
    servers: [{ url: origin }],
    paths: Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        pathOf(endpoint, product),
        { [endpoint.method.toLowerCase()]: operationOf(name, endpoint) },
      ]),
    ),
    components: {
      securitySchemes: {
        clubToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that `login` answers with, renewed by `refresh`.',
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
