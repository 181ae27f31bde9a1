import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenApiDocument } from '#server/api/openApi.ts'

/** An answer of the API. */
interface Answer {
  status: number
  headers: Headers
  text: string
}

/**
 * Checks answers against an OpenAPI document: the schema of their address and status, or that of errors. Throws where
 * one does not fit. Addresses that are not in the document answer with an error, if at all.
 */
export function documentCheck(document: OpenApiDocument): (path: string, method: string, answer: Answer) => void {
  // The document's own formats and the descriptions of OpenAPI say nothing about validity.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  return (path, method, { status, headers, text }) => {
    if (!headers.get('content-type')?.startsWith('application/json') || status === 304) return
    const name = path.split('?', 1)[0] ?? ''
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    if (text === '' || (status < 400 && document.paths[name]?.[verb] === undefined)) return
    const schema =
      status < 400
        ? ['paths', name, verb, 'responses', '200', 'content', 'application/json', 'schema']
        : ['components', 'schemas', 'Error']
    const pointer = schema.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const validate = ajv.getSchema(`document#/${pointer}`)
    if (!validate) throw new Error(`The document has no schema at ${pointer}`)
    if (!validate(JSON.parse(text)))
      throw new Error(
        `The answer of ${method} ${name} (${status}) is not as documented: ${ajv.errorsText(validate.errors)}`,
      )
  }
}
