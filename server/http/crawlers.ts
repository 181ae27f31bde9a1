import { Hono } from 'hono'
import { defaultLanguage, type Language, languages, languageTags } from '#contract/language.ts'
import { detailPages, prerenderedPages } from '#contract/pages.ts'
import type { Site } from './network/bindings.ts'

/** What is on offer to every visitor, by its alias. */
export type PublicAliases = Record<(typeof detailPages)[number], readonly string[]>

/** A year, as long as a statement about security may stand unread (RFC 9116, 2.5.5). */
const yearMs = 365 * 24 * 60 * 60 * 1000

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The public pages, each in every language and with its other languages (as `headTags` of the app names them). */
function sitemap(origin: string, aliases: PublicAliases): string {
  const details = detailPages.flatMap((page) => aliases[page].map((alias) => `/${page}/${encodeURIComponent(alias)}`))
  const paths = [...Object.keys(prerenderedPages).map((page) => (page === '' ? '' : `/${page}`)), ...details]
  const urls = paths.flatMap((path) => {
    const inLanguage = (language: string) => escaped(`${origin}/${language}${path}`)
    const others = [
      ...languages.map((language) => ({ tag: languageTags[language], href: inLanguage(language) })),
      { tag: 'x-default', href: path === '' ? `${origin}/` : inLanguage(defaultLanguage) },
    ].map(({ tag, href }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`)
    return languages.map((language) => `<url><loc>${inLanguage(language)}</loc>${others.join('')}</url>`)
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${urls.join('\n')}\n</urlset>\n`
  )
}

/**
 * What programs ask a site for: where they may go, which pages there are, and whom to tell of a weakness.
 *
 * @param options.securityContact a `mailto:` or https address; null: there is no security.txt
 */
export function crawlers(options: {
  origin: string
  securityContact: string | null
  /** Whether accounts, with passwords and passkeys, are the club's own. */
  hasAccounts: boolean
  /** The language for a header `Accept-Language`. */
  languageOf: (accepted: string | undefined) => Language
  readAliases: () => Promise<PublicAliases>
}): Site {
  const { origin, securityContact, hasAccounts, languageOf, readAliases } = options
  const site: Site = new Hono()
  const forAnHour = { 'Cache-Control': 'public, max-age=3600' }
  site.get('/robots.txt', (c) => {
    const closed = ['/api/', '/identity/', '/payment-simulator/', '/mailbox']
    const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`]
    return c.text(`${lines.join('\n')}\n`, 200, forAnHour)
  })
  site.get('/sitemap.xml', async (c) =>
    c.body(sitemap(origin, await readAliases()), 200, {
      'Content-Type': 'application/xml; charset=utf-8',
      ...forAnHour,
    }),
  )
  if (hasAccounts) {
    // What password managers offer beside a password: changing it (W3C), and passkeys (W3C).
    const settings = `${origin}/${defaultLanguage}/account-settings`
    site.get('/.well-known/change-password', (c) =>
      c.redirect(`${origin}/${languageOf(c.req.header('accept-language'))}/change-password`, 302),
    )
    site.get('/.well-known/passkey-endpoints', (c) => c.json({ enroll: settings, manage: settings }, 200, forAnHour))
  }
  if (securityContact !== null)
    site.get('/.well-known/security.txt', (c) => {
      const expires = new Date(Date.now() + yearMs).toISOString()
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en, zh',
        `Canonical: ${origin}/.well-known/security.txt`,
      ]
      return c.text(`${lines.join('\n')}\n`, 200, forAnHour)
    })
  return site
}
