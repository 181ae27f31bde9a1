import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { respondWithPublicBody, publicText } from '#server/http/files/publicBody.ts'
import type { PageStyles } from './stylesheet.ts'

/** The stylesheet, the script and the font of the pages that the server writes by itself. */
export function pageAssets({ stylesheet, script, font }: PageStyles): Hono<{ Bindings: HttpBindings }> {
  const site = new Hono<{ Bindings: HttpBindings }>()
  const texts = [
    { asset: stylesheet, type: 'text/css' },
    { asset: script, type: 'text/javascript' },
  ]
  for (const { asset, type } of texts)
    site.get(asset.path, async (c) => {
      const body = await publicText(c.req.raw.headers, asset.body, 'page')
      return respondWithPublicBody(c.req.raw.headers, body, {
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
    })
  site.get(font.path, (c) =>
    c.body(font.body, 200, {
      'Content-Type': 'font/woff2',
      'Cache-Control': 'public, max-age=31536000, immutable',
    }),
  )
  return site
}
