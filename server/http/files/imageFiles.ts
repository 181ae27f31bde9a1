import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { VariantCache } from '#server/images/variantCache.ts'

type Site = Hono<{ Bindings: HttpBindings }>

/** Everything below `/images`: the contents' images. An address contains a hash, so that its content never changes. */
export function imageFiles(variants: Pick<VariantCache, 'find'>): Site {
  const site: Site = new Hono()
  site.get('/images/:file', async (c) => {
    const file = c.req.param('file')
    const found = await variants.find(file)
    if (!found) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    return c.body(new Uint8Array(found), 200, {
      'Content-Type': file.endsWith('.webp') ? 'image/webp' : 'image/jpeg',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
  return site
}
