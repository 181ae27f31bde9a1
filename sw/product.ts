import * as v from 'valibot'
import { matchPrecache } from 'workbox-precaching'
import { shell } from './caching.ts'

const defaultProduct = 'club-bravo'

const Configuration = v.object({ product: v.pipe(v.string(), v.nonEmpty()) })

/** The slug in the API's addresses: what the server wrote into the kept shell, else the product's own. */
export async function configuredProduct(): Promise<string> {
  const response = await matchPrecache(shell)
  return response ? productIn(await response.text()) : defaultProduct
}

/** The product slug in the shell's `club-bravo-config` meta element (JSON, escaped for HTML), or the default without one. */
export function productIn(html: string): string {
  const content = /<meta name="club-bravo-config" content="([^"]*)"/.exec(html)?.[1]
  if (content === undefined) return defaultProduct
  const json = content
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  const configuration = v.parse(v.pipe(v.string(), v.parseJson(), Configuration), json)
  return configuration.product
}
