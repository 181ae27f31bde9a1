import { Hono } from 'hono'
import * as v from 'valibot'
import { defaultLanguage, Language } from '#contract/language.ts'
import { limitConcurrency } from '#server/http/limitConcurrency.ts'
import type { Site } from '#server/http/network/bindings.ts'
import { renderPage } from '#server/pages/rendering.ts'
import { isUnsubscribeLink, unsubscribe } from '#server/store/members/unsubscribeLinks.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Below the identity provider's addresses, which installed apps leave to the server. */
const path = '/identity/unsubscribe'

/** The address that ends a member's reminders: a page with a button, and for mail programs one call (RFC 8058). */
export function unsubscribeLink(origin: string, language: Language, token: string): string {
  return `${origin}${path}?${new URLSearchParams({ lang: language, token })}`
}

const Query = v.object({
  token: v.fallback(v.pipe(v.string(), v.maxLength(200)), ''),
  lang: v.fallback(Language, defaultLanguage),
})

/**
 * The page behind the link in a mail, without a sign-in. Opening it changes nothing, because mail scanners open links,
 * too; a POST ends the reminders, from the page's button or from a mail program, which reads the status alone.
 */
export function unsubscribePages(options: { db: ConnectionPool; origin: string; trustProxy: number }): Site {
  const { db, origin, trustProxy } = options
  const pages: Site = new Hono()
  pages.use(path, limitConcurrency(trustProxy))
  pages.on(['GET', 'POST'], path, async (c) => {
    c.header('Cache-Control', 'no-store')
    const { token, lang: language } = v.parse(Query, { token: c.req.query('token'), lang: c.req.query('lang') })
    const inLanguage = (other: Language) => unsubscribeLink('', other, token)
    const context = { language, origin, inLanguage: c.req.method === 'GET' ? inLanguage : null }
    const isKnown = await (c.req.method === 'POST' ? unsubscribe : isUnsubscribeLink)(db, token)
    if (!isKnown) return c.html(await renderPage(context, 'PlainPage', { about: 'linkUnknown' }), 404)
    if (c.req.method === 'POST') return c.html(await renderPage(context, 'PlainPage', { about: 'unsubscribed' }))
    return c.html(await renderPage(context, 'UnsubscribePage', { action: unsubscribeLink('', language, token) }))
  })
  return pages
}
