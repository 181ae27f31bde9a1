import { Hono } from 'hono'
import * as v from 'valibot'
import { defaultLanguage, Language } from '#contract/language.ts'
import { limitConcurrency } from '#server/http/limitConcurrency.ts'
import type { Site } from '#server/http/network/bindings.ts'
import { renderPage } from '#server/pages/rendering.ts'
import { endChangeOfLink, isChangeLink } from '#server/store/identity/addressChanges.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** As the mail links to it (`server/mail/kinds/accountMails.ts`). */
const path = '/identity/keep-address'

const Query = v.object({
  token: v.fallback(v.pipe(v.string(), v.maxLength(200)), ''),
  lang: v.fallback(Language, defaultLanguage),
})

/**
 * The page behind the link that ends a change of an address, without a sign-in: whoever reads either address keeps the
 * old one. Opening it changes nothing, because mail scanners open links, too.
 */
export function addressChangePages(options: { db: ConnectionPool; origin: string; trustProxy: number }): Site {
  const { db, origin, trustProxy } = options
  const pages: Site = new Hono()
  pages.use(path, limitConcurrency(trustProxy))
  pages.on(['GET', 'POST'], path, async (c) => {
    c.header('Cache-Control', 'no-store')
    const { token, lang: language } = v.parse(Query, { token: c.req.query('token'), lang: c.req.query('lang') })
    const addressIn = (lang: Language) => `${path}?${new URLSearchParams({ lang, token })}`
    const isEnding = c.req.method === 'POST'
    const context = { language, origin, inLanguage: isEnding ? null : addressIn }
    const isKnown = await (isEnding ? endChangeOfLink(db, token, new Date()) : isChangeLink(db, token))
    if (!isKnown) return c.html(await renderPage(context, 'PlainPage', { about: 'changeUnknown' }), 404)
    if (isEnding) return c.html(await renderPage(context, 'PlainPage', { about: 'addressKept' }))
    return c.html(await renderPage(context, 'KeepAddressPage', { action: addressIn(language) }))
  })
  return pages
}
