import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Kysely } from 'kysely'
import { isDatabaseUnavailable } from '#server/store/connection/databaseErrors.ts'
import type { Database } from '#server/store/tables.ts'
import { health } from './health.ts'
import { type Log, loggedPath } from './log.ts'
import { shares } from './shares.ts'

type Site = Hono<{ Bindings: HttpBindings }>

/** The parts of the site. */
export interface SiteParts {
  /** The health check's own connection: the check answers while requests wait for theirs. */
  db: Kysely<Database>
  /** Everything below `/api`. */
  api: { fetch: (request: Request, environment: HttpBindings) => Response | Promise<Response> }
  /** Everything below `/identity`; null with an external identity provider. */
  identity: Site | null
  /** Everything below `/payment-simulator`; null where members pay elsewhere, or not at all. */
  simulator: Site | null
  /** `/mailbox`; null when mails are sent by SMTP. */
  mailbox: Site | null
  /** PEM of the authority that a phone installs to trust this server; null without a self-signed certificate. */
  authority: string | null
  /** Everything below `/images`. */
  images: Site
  /** The app itself. */
  app: Site
  /** Shown when a page could not be produced. */
  failureText: string
  log: Pick<Log, 'error'>
}

/** Composes the parts into one site. Unknown addresses answer 404. */
export function createSite(parts: SiteParts): Site {
  const { db, api, identity, simulator, mailbox, authority, images, app, failureText, log } = parts
  const site: Site = new Hono()
  site.route('/', health(db))
  site.all('/api/*', (c) => api.fetch(c.req.raw, c.env))
  site.route('/', images)
  site.route('/', shares())
  if (identity) site.route('/', identity)
  if (simulator) site.route('/', simulator)
  if (mailbox) site.route('/', mailbox)
  if (authority !== null) {
    site.get('/club-bravo.crt', (c) => c.body(authority, 200, { 'Content-Type': 'application/x-x509-ca-cert' }))
  }
  for (const path of ['/identity', '/identity/*', '/payment-simulator/*', '/mailbox', '/images/*'])
    site.all(path, (c) => c.text('Not found', 404))
  site.route('/', app)
  site.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    log.error(`${c.req.method} ${loggedPath(c.req.path)} failed`, error)
    return isDatabaseUnavailable(error) ? c.text(failureText, 503, { 'Retry-After': '2' }) : c.text(failureText, 500)
  })
  site.notFound((c) => c.text('Not found', 404))
  return site
}
