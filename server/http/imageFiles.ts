import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { PictureShelf } from '#server/images/variantCache.ts'

type Site = Hono<{ Bindings: HttpBindings }>

/** Everything below `/images`: the contents' pictures. An address holds a hash, so what is there stays the same for good. */
export function pictures(shelf: Pick<PictureShelf, 'find'>): Site {
  const site: Site = new Hono()
  site.get('/images/:file', async (c) => {
    const file = c.req.param('file')
    const found = await shelf.find(file)
    if (!found) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    return c.body(new Uint8Array(found), 200, {
      'Content-Type': file.endsWith('.webp') ? 'image/webp' : 'image/jpeg',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
  return site
}
