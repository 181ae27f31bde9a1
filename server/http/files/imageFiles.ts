import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { runAsClient } from '#server/gate/client.ts'
import type { VariantCache } from '#server/images/variantCache.ts'
import type { Site } from '../network/bindings.ts'
import { clientNetwork } from '../network/clientAddress.ts'
import { immutable, respondWithPublicBody } from './publicBody.ts'

/** A variant is rendered for all of a network who wait for it, so that it ends with none of their requests. */
const never = new AbortController().signal

/**
 * Everything below `/images`: the contents' images. An address contains a hash, so that its content never changes.
 *
 * @param trustProxy how many proxies are in front
 */
export function imageFiles(variants: Pick<VariantCache, 'find'>, trustProxy: number): Site {
  const site: Site = new Hono()
  site.get('/images/:file', async (c) => {
    const file = c.req.param('file')
    // Without a network, there is no request either.
    const { incoming }: Partial<HttpBindings> = c.env ?? {}
    const network = incoming ? clientNetwork(incoming, trustProxy) : ''
    const bytes = await runAsClient({ network, token: null, ended: never }, () => variants.find(file))
    if (!bytes) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    const type = file.endsWith('.webp') ? 'image/webp' : 'image/jpeg'
    const body = { bytes, encoding: 'identity', tag: `"${file}"`, varies: false } as const
    return respondWithPublicBody(c.req.raw.headers, body, { 'Content-Type': type, 'Cache-Control': immutable })
  })
  return site
}
