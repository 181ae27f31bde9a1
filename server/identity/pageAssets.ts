import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { respondWithPublicBody, publicText } from '#server/http/files/publicBody.ts'
import type { PageStyles } from './stylesheet.ts'

/** The stylesheet and the font of the pages that the server writes by itself. */
export function pageAssets({ stylesheet, font }: PageStyles): Hono<{ Bindings: HttpBindings }> {
  const site = new Hono<{ Bindings: HttpBindings }>()
  site.get(stylesheet.path, async (c) => {
    const body = await publicText(c.req.raw.headers, stylesheet.body, 'page')
    return respondWithPublicBody(c.req.raw.headers, body, {
      'Content-Type': 'text/css; charset=utf-8',
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
