import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Kysely } from 'kysely'
import { defaultLanguage, languageTags } from '#contract/language.ts'
import { findNewestMails, type StoredMail } from '#server/store/mailbox.ts'
import type { Database } from '#server/store/tables.ts'

const shownTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Hong_Kong',
})
const address = /https?:\/\/[^\s<>"]+/g

/** A mail's text with links to this product made clickable, and no others. */
function linked(text: string, origin: string) {
  const links = text.match(address) ?? []
  const between = text.split(address)
  return between.map((part, index) => {
    const link = links[index]
    if (link === undefined) return part
    return link.startsWith(`${origin}/`) ? html`${part}<a href="${link}">${link}</a>` : `${part}${link}`
  })
}

/** The language in which a mail was written, as its HTML says. */
function languageTagOf({ html: document }: Pick<StoredMail, 'html'>): string {
  return /<html lang="([\w-]+)">/.exec(document)?.[1] ?? languageTags[defaultLanguage]
}

/**
 * The page with the mails that the product would have sent, newest first. Mounted only when no mail server is configured.
 *
 * @param options.origin the product's public origin; requests for another host name get nothing
 * @param options.isFromPrivateNetwork other requests get nothing
 */
export function mailboxPage(options: {
  db: Kysely<Database>
  origin: string
  stylesheet: string
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
    const list = mails.map(
      (mail) =>
        html`<article class="mail">
          <h2 lang="${languageTagOf(mail)}">${mail.subject}</h2>
          <p class="hint">
            ${mail.recipient} ·
            <time datetime="${mail.created_at.toISOString()}">${shownTime.format(mail.created_at)}</time>
          </p>
          <p class="letter" lang="${languageTagOf(mail)}">${linked(mail.text, options.origin)}</p>
        </article>`,
    )
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="robots" content="noindex" />
            <title>Mailbox · Club Bravo</title>
            <link rel="icon" href="/icon.svg" type="image/svg+xml" />
            <link rel="stylesheet" href="${options.stylesheet}" />
          </head>
          <body>
            <header class="masthead"><a class="brand" href="/">Club Bravo</a></header>
            <main class="sheet">
              <h1>Mailbox</h1>
              <p class="lead">Emails are shown here while no mail server is configured. Set SMTP_URL to send them.</p>
              ${mails.length === 0 ? html`<p>No emails yet.</p>` : list}
            </main>
          </body>
        </html>`,
    )
  })
  return page
}
