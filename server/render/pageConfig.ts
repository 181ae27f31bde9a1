import type { Config } from '#server/config.ts'
import { clientId } from '#server/identity/provider.ts'
import { mount } from '#server/identity/mount.ts'
import { settings } from '#server/settings.ts'

/**
 * What the page has to know, where it differs from what is baked into `src/config.ts`; null where it does not.
 *
 * The page reads it from a meta element, so that it costs no request and works offline: the service worker keeps the page as it
 * was served.
 */
function pageConfig({ product, identity, origin }: Pick<Config, 'product' | 'identity' | 'origin'>) {
  if (product === settings.PRODUCT.byDefault && identity.kind === 'built-in') return null
  const own = { issuer: origin + mount, clientId }
  const { issuer, clientId: id } = identity.kind === 'external' ? identity : own
  return { product, issuer, clientId: id }
}

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string) => text.replace(/[&"<>]/g, (character) => entities[character] ?? character)

/** The page with `<meta name="club-bravo-config">` as the first thing in its head, or as it was where nothing differs. */
export function withPageConfig(page: string, config: Pick<Config, 'product' | 'identity' | 'origin'>): string {
  const differing = pageConfig(config)
  if (!differing) return page
  const meta = `<meta name="club-bravo-config" content="${escape(JSON.stringify(differing))}" />`
  return page.replace(/<head>/, (head) => `${head}\n    ${meta}`)
}
