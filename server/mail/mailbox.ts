import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { defaultLanguage, type Language, languageTags } from '#contract/language.ts'
import type { Site } from '#server/http/network/bindings.ts'
import { renderPage } from '#server/pages/rendering.ts'
import { findMail, findNewestMails } from '#server/store/mailOutbox.ts'
import type { Database } from '#server/store/tables.ts'
import { mailWriter } from './mail.ts'

const unwritten = (kind: string) => ({ subject: kind, text: '', calendar: null, language: defaultLanguage }) as const

/** A mail has its style in itself, and runs nothing. */
const mailPolicy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox allow-popups allow-top-navigation"

/**
 * The page with the mails that the product would have sent, newest first, and each as a mail program shows it. Mounted
 * only when no mail server is configured.
 *
 * @param options.origin the product's public origin; requests for another host name get nothing
 * @param options.isFromPrivateNetwork other requests get nothing
 * @param options.languageOf what the page is written in, by its address and the browser's languages
 */
export function mailboxPage(options: {
  db: Kysely<Database>
  origin: string
  isFromPrivateNetwork: (request: IncomingMessage) => boolean
  languageOf: (...sources: readonly unknown[]) => Language
}): Site {
  const { db, origin, isFromPrivateNetwork, languageOf } = options
  const page: Site = new Hono()
  const written = async (id: string) => {
    const [write, stored] = await Promise.all([mailWriter(origin), findMail(db, id)])
    return stored && write(stored)
  }
  page.use('/mailbox/*', async (c, next) => {
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex')
    // DNS rebinding: a foreign host name can point at this machine so that its pages may read the answers.
    const isOwnName = c.env.incoming.headers.host === new URL(origin).host
    return isOwnName && isFromPrivateNetwork(c.env.incoming) ? next() : c.text('Not found', 404)
  })
  page.get('/mailbox', async (c) => {
    const write = await mailWriter(origin)
    const shown = (await findNewestMails(db, 50)).map((stored) => {
      const { id, kind, recipient: to, created_at: at } = stored
      // One that another version has stored shows its kind.
      const { subject, text, calendar, language } = write(stored) ?? unwritten(kind)
      return { id, to, subject, text, at, hasCalendar: calendar !== null, languageTag: languageTags[language] }
    })
    const language = languageOf(c.req.query('lang'), c.req.header('accept-language'))
    const context = { language, origin, inLanguage: (other: Language) => `/mailbox?lang=${other}` }
    return c.html(renderPage(context, 'MailboxPage', { mails: shown }))
  })
  page.get('/mailbox/:id{[0-9]{1,18}}', async (c) => {
    const mail = await written(c.req.param('id'))
    return mail ? c.html(mail.html, 200, { 'Content-Security-Policy': mailPolicy }) : c.text('Not found', 404)
  })
  page.get('/mailbox/:id{[0-9]{1,18}}/club-bravo.ics', async (c) => {
    const mail = await written(c.req.param('id'))
    const file = mail?.calendar ?? null
    return file === null
      ? c.text('Not found', 404)
      : c.body(file, 200, { 'Content-Type': 'text/calendar; charset=utf-8' })
  })
  return page
}
