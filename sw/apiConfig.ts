import * as v from 'valibot'

/** What the page's `club-bravo-config` meta element says of the API, with its defaults (`src/config.ts`). */
const ApiConfig = v.object({
  /** The slug in the API's addresses. */
  product: v.pipe(v.string(), v.nonEmpty()),
  /** Whether the club's answers name the `Idempotency-Key` of their call. */
  namesKeys: v.optional(v.boolean(), true),
})
export type ApiConfig = v.InferOutput<typeof ApiConfig>

export const defaultApiConfig: ApiConfig = { product: 'club-bravo', namesKeys: true }

const entities: Record<string, string> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/**
 * Reads the configuration in the shell (JSON, escaped for HTML); the defaults if it has none.
 *
 * @throws if the element does not parse
 */
export function readApiConfig(html: string): ApiConfig {
  const content = /<meta name="club-bravo-config" content="([^"]*)"/.exec(html)?.[1]
  if (content === undefined) return defaultApiConfig
  const json = content.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
  return v.parse(v.pipe(v.string(), v.parseJson(), ApiConfig), json)
}
