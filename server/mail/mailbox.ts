import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { defaultLanguage, languageTags } from '#contract/language.ts'
import { renderPage } from '#server/pages/rendering.ts'
import { findNewestMails, type StoredMail } from '#server/store/mailbox.ts'
import type { Database } from '#server/store/tables.ts'

/** The language in which a mail was written, as its HTML says. */
function languageTagOf({ html: document }: Pick<StoredMail, 'html'>): string {
  return /<html lang="([\w-]+)">/.exec(document)?.[1] ?? languageTags[defaultLanguage]
}

/**
 * The page with the mails that the product would have sent, newest first. Mounted only when no mail server is
 * configured.
 *
 * @param options.origin the product's public origin; requests for another host name get nothing
 * @param options.isFromPrivateNetwork other requests get nothing
 */
export function mailboxPage(options: {
  db: Kysely<Database>
  origin: string
  isFromPrivateNetwork: (request: IncomingMessage) => boolean
}): Hono<{ Bindings: HttpBindings }> {
  const page = new Hono<{ Bindings: HttpBindings }>()
  page.get('/mailbox', async (c) => {
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex')
    // DNS rebinding: a foreign host name can point at this machine so that its pages may read the answers.
    const isOwnName = c.env.incoming.headers.host === new URL(options.origin).host
    if (!isOwnName || !options.isFromPrivateNetwork(c.env.incoming)) return c.text('Not found', 404)
    const mails = await findNewestMails(options.db, 50)
    const shown = mails.map((mail) => {
      const { recipient: to, subject, text, created_at: at } = mail
      return { to, subject, text, at, languageTag: languageTagOf(mail) }
    })
    const context = { language: defaultLanguage, origin: options.origin, inLanguage: null } as const
    return c.html(renderPage(context, 'MailboxPage', { mails: shown }))
  })
  return page
}
