import * as v from 'valibot'

/** The default slug in the API's addresses. */
export const defaultProduct = 'club-bravo'

const Configuration = v.object({ product: v.pipe(v.string(), v.nonEmpty()) })

const entities: Record<string, string> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/**
 * The product slug in the shell's `club-bravo-config` meta element (JSON, escaped for HTML); the default if there is no
 * such element.
 *
 * @throws if the element does not parse
 */
export function readProduct(html: string): string {
  const content = /<meta name="club-bravo-config" content="([^"]*)"/.exec(html)?.[1]
  if (content === undefined) return defaultProduct
  const json = content.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
  return v.parse(v.pipe(v.string(), v.parseJson(), Configuration), json).product
}
