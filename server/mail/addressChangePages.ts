import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { defaultLanguage, Language } from '#contract/language.ts'
import { limitConcurrency } from '#server/http/limitConcurrency.ts'
import type { Site } from '#server/http/network/bindings.ts'
import { renderPage } from '#server/pages/rendering.ts'
import { findChangeOfLink, proveChange } from '#server/store/identity/addressChanges.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** As the mails link to them (`server/mail/kinds/accountMails.ts`). */
const paths = { stop: '/identity/keep-address', confirm: '/identity/new-address' } as const

const Query = v.object({
  token: v.fallback(v.pipe(v.string(), v.maxLength(200)), ''),
  lang: v.fallback(Language, defaultLanguage),
})

/**
 * The pages behind the links in the mails about a lost address, without a sign-in: whoever reads either address keeps
 * the old one; whoever reads the new one says that it is theirs. Opening them changes nothing, because mail scanners
 * open links, too.
 */
export function addressChangePages(options: {
  db: ConnectionPool
  origin: string
  trustProxy: number
  stop: (db: ConnectionPool, wanted: { token: string; now: Date }) => Promise<boolean>
}): Site {
  const { db, origin, trustProxy, stop } = options
  const pages: Site = new Hono()
  const read = (c: Context, path: string) => {
    c.header('Cache-Control', 'no-store')
    const { token, lang: language } = v.parse(Query, { token: c.req.query('token'), lang: c.req.query('lang') })
    const addressIn = (lang: Language, to = path) => `${to}?${new URLSearchParams({ lang, token })}`
    const inLanguage = c.req.method === 'POST' ? null : (lang: Language) => addressIn(lang)
    return { token, language, addressIn, context: { language, origin, inLanguage } }
  }
  for (const path of Object.values(paths)) pages.use(path, limitConcurrency(trustProxy))
  pages.get(paths.stop, async (c) => {
    const { token, language, addressIn, context } = read(c, paths.stop)
    if (!(await findChangeOfLink(db, token)))
      return c.html(await renderPage(context, 'PlainPage', { about: 'changeUnknown' }), 404)
    return c.html(await renderPage(context, 'KeepAddressPage', { action: addressIn(language) }))
  })
  pages.post(paths.stop, async (c) => {
    const { token, context } = read(c, paths.stop)
    const isStopped = await stop(db, { token, now: new Date() })
    const about = isStopped ? 'addressKept' : 'changeUnknown'
    return c.html(await renderPage(context, 'PlainPage', { about }), isStopped ? 200 : 404)
  })
  pages.get(paths.confirm, async (c) => {
    const { token, language, addressIn, context } = read(c, paths.confirm)
    const change = await findChangeOfLink(db, token)
    if (change?.address !== 'new')
      return c.html(await renderPage(context, 'PlainPage', { about: 'changeUnknown' }), 404)
    const links = { confirm: addressIn(language), stop: addressIn(language, paths.stop) }
    return c.html(await renderPage(context, 'NewAddressPage', { email: change.to, links }))
  })
  pages.post(paths.confirm, async (c) => {
    const { token, context } = read(c, paths.confirm)
    const isProved = await proveChange(db, token, new Date())
    const about = isProved ? 'addressProved' : 'changeUnknown'
    return c.html(await renderPage(context, 'PlainPage', { about }), isProved ? 200 : 404)
  })
  return pages
}
