import type { Config } from '#server/config.ts'
import { clientId, issuerAt } from '#server/identity/issuer.ts'
import { settings } from '#server/settings.ts'

/** What of the configuration the page needs. */
export type PageSettings = Pick<Config, 'product' | 'identity' | 'origin' | 'redFee'>

/**
 * The configuration that differs from the defaults in `src/config.ts`; null when nothing does.
 *
 * The page reads it from a meta element, which costs no request and works offline, because the service worker caches
 * the page as it was served.
 */
function pageConfig({ product, identity, origin, redFee }: PageSettings) {
  const fee = String(redFee) === settings.RED_FEE.byDefault ? undefined : redFee
  if (product === settings.PRODUCT.byDefault && identity.kind === 'built-in' && fee === undefined) return null
  const own = { issuer: issuerAt(origin), clientId }
  const { issuer, clientId: id } = identity.kind === 'external' ? identity : own
  return { product, issuer, clientId: id, fee }
}

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string) => text.replace(/[&"<>]/g, (character) => entities[character] ?? character)

/** The page with `<meta name="club-bravo-config">` first in its head; unchanged when nothing differs. */
export function withPageConfig(page: string, config: PageSettings): string {
  const differing = pageConfig(config)
  if (!differing) return page
  const meta = `<meta name="club-bravo-config" content="${escape(JSON.stringify(differing))}" />`
  return page.replace(/<head>/, (head) => `${head}${meta}`)
}
